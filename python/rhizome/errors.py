"""What can go wrong, as exceptions. All of them are a `rhizome.Error`, and each is of the kind that Python has for it."""


class Error(Exception):
    """Anything that this package complains about."""


class PositionError(Error, ValueError):
    """There is no such position."""


class IllegalMove(Error, ValueError):
    """The move cannot be played; the text says why."""


class DescriptionError(Error, ValueError):
    """There is no such game or option, or a description is wrong: line, column, and what was expected there."""


class CertificateError(Error, ValueError):
    """A certificate is not to be believed, or is none."""


class ResultsError(Error, ValueError):
    """A file of results cannot be used."""


class OutputError(Error, OSError):
    """A file cannot be written."""


class ContradictionError(ResultsError):
    """Two different results for one position: one of them is wrong."""


class LiarError(Error):
    """Something that another machine sent is wrong."""


class NoProof(Error, LookupError):
    """What is known does not make a proof."""


class Stopped(Error, RuntimeError):
    """A call was stopped before it had an answer. What it proved is kept: ask again to go on."""


class TimeUp(Stopped, TimeoutError):
    """The time given is up. What was proved is kept: ask again to go on."""


class OutOfMemory(Error, MemoryError):
    """The memory given is too small."""
