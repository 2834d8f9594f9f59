//! Files that commands make. A file is written beside its place and put there when it is whole: whoever stops the program, or fills the
//! disk, keeps the file that was there before. [`check`] finds out before long work whether there is a place at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
pub struct Output {
    file: File,
    /// Where it is written, and where it will be; nothing for what can only be written in place.
    moves: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Begins a file. The old one of that name stays until [`Output::finish`].
    pub fn create(path: &Path) -> io::Result<Output> {
        // Through links, so that the link stays and what it leads to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let old = fs::metadata(&path).ok();
        let in_place = || {
            Ok(Output {
                file: File::options()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .open(&path)?,
                moves: None,
            })
        };
        // Devices, pipes, and what the shell has opened already.
        let is_special = old.as_ref().is_some_and(|old| !old.is_file());
        if is_special || path.starts_with("/dev") || path.starts_with("/proc") {
            return in_place();
        }
        let mut part = path.clone().into_os_string();
        part.push(format!(".{}.new", std::process::id()));
        let part = PathBuf::from(part);
        match File::create(&part) {
            // The folder takes no new files, but the old one may still be written.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && old.is_some() => {
                in_place()
            }
            Err(error) => Err(error),
            Ok(file) => {
                if let Some(old) = old {
                    // Not every file system has rights to be kept.
                    file.set_permissions(old.permissions()).ok();
                }
                Ok(Output {
                    file,
                    moves: Some((part, path)),
                })
            }
        }
    }

    /// Puts the file in its place, when it is on the disk.
    pub fn finish(mut self) -> io::Result<()> {
        let Some((part, path)) = &self.moves else {
            return Ok(());
        };
        self.file.sync_all()?;
        fs::rename(part, path)?;
        self.moves = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.moves {
            fs::remove_file(part).ok();
        }
    }
}

fn named(path: &Path, error: io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// Whether a file can be made there. What stands there now is not touched.
pub fn check(path: &Path) -> Result<(), String> {
    let is_there = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if is_there {
        // A pipe that is opened twice would lose its reader.
        return Ok(());
    }
    let begun = match fs::metadata(path).is_ok_and(|there| there.is_file()) {
        // Begun in place it would be emptied.
        true => File::options().write(true).open(path).map(drop),
        false => Output::create(path).map(drop),
    };
    begun.map_err(|error| named(path, error))
}

/// Writes a whole file, or nothing.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let write = || {
        let mut output = Output::create(path)?;
        output.write_all(bytes.as_ref())?;
        output.finish()
    };
    write().map_err(|error| named(path, error))
}

/// The same for what took long to make: where it cannot be written as wanted, it goes to the folder for temporary files, and the
/// error says where it is.
pub fn write_or_rescue(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    write(path, bytes.as_ref()).map_err(|error| {
        let name = path.file_name().unwrap_or("rhizome".as_ref());
        let rescued = std::env::temp_dir()
            .join(format!("rescued-{}", std::process::id()))
            .with_extension(name);
        match File::create_new(&rescued).and_then(|mut file| file.write_all(bytes.as_ref())) {
            Ok(()) => format!("{error}; it is in {} instead", rescued.display()),
            Err(_) => {
                fs::remove_file(&rescued).ok();
                error
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("rhizome-output-{}-{name}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn what_is_not_finished_leaves_the_old_file() {
        let folder = folder("unfinished");
        let file = folder.join("a.txt");
        write(&file, "old").unwrap();
        let mut begun = Output::create(&file).unwrap();
        begun.write_all(b"half of the n").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
        drop(begun);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        write(&file, "new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(names(&folder), ["a.txt"], "nothing else is left");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let folder = folder("before");
        let nowhere = folder.join("nowhere/a.txt");
        assert!(check(&nowhere).unwrap_err().contains("nowhere"));
        assert!(check(&folder).is_err(), "a folder is no file");
        let file = folder.join("a.txt");
        check(&file).unwrap();
        assert!(names(&folder).is_empty(), "looking makes no file");
        write(&file, "kept").unwrap();
        check(&file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"kept");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_device_is_an_error_and_what_took_long_is_kept() {
        assert!(write(Path::new("/dev/full"), "much").is_err());
        let error = write_or_rescue(Path::new("/dev/full"), "much").unwrap_err();
        let (_, rest) = error.split_once("it is in ").expect(&error);
        let rescued = rest.strip_suffix(" instead").unwrap();
        assert_eq!(fs::read(rescued).unwrap(), b"much");
        fs::remove_file(rescued).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
