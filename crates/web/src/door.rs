//! The one door between the scripts and the engine. A call is a list as JSON: the name of what is asked, then what is given. The
//! answer is JSON as well, or why there is none. What lasts from call to call is kept here, under a number that the scripts choose.
//! It knows what can be asked for, and nothing of what it means. Its other half is `page/workers/engine.js`.

use crate::proving::StonesProof;
use crate::remote::{self, RemoteSession};
use crate::said::{Said, other};
use crate::session::Session;
use crate::shown::json;
use crate::stones::{self, StonesSession};
use crate::thinking::{self, Analyst, Thinker};
use crate::{import, picture_of};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// An answer as JSON, or why there is none.
type Answer = Result<String, Said>;

/// Something that lasts from call to call.
trait Held {
    /// Answers a call by its name.
    fn answer(&mut self, name: &str, given: Given) -> Answer;
}

thread_local! {
    static HELD: RefCell<BTreeMap<u32, Box<dyn Held>>> = const { RefCell::new(BTreeMap::new()) };
}

/// What a call gives, one after the other.
pub struct Given(std::vec::IntoIter<Value>);

impl Given {
    /// Reads a call.
    fn read(call: &[u8]) -> Result<Given, Said> {
        let list: Vec<Value> = serde_json::from_slice(call)?;
        Ok(Given(list.into_iter()))
    }

    fn next<T>(&mut self, read: impl FnOnce(Value) -> Option<T>) -> Result<T, Said> {
        let value = self.0.next().unwrap_or_default();
        read(value).ok_or_else(|| other("something was given that this call does not take"))
    }

    /// The next thing, a text. Scripts give a value of several parts as its JSON, which whoever takes it reads.
    pub fn text(&mut self) -> Result<String, Said> {
        self.next(|value| match value {
            Value::String(text) => Some(text),
            _ => None,
        })
    }

    /// The next thing, a text or nothing.
    pub fn text_if_any(&mut self) -> Result<Option<String>, Said> {
        self.next(|value| match value {
            Value::String(text) => Some(Some(text)),
            Value::Null => Some(None),
            _ => None,
        })
    }

    /// The next thing, a whole number.
    pub fn number<N: TryFrom<u64>>(&mut self) -> Result<N, Said> {
        self.next(|value| value.as_u64()?.try_into().ok())
    }

    /// The next thing, any number.
    pub fn real(&mut self) -> Result<f64, Said> {
        self.next(|value| value.as_f64())
    }

    /// The next thing, yes or no.
    pub fn flag(&mut self) -> Result<bool, Said> {
        self.next(|value| value.as_bool())
    }
}

/// Answers a call.
pub fn answer(call: &[u8]) -> Answer {
    let mut given = Given::read(call)?;
    let name = given.text()?;
    match &*name {
        "version" => json(&env!("CARGO_PKG_VERSION")),
        "picture" => picture_of(&given.text()?),
        "readText" => import::read_text(&given.text()?),
        "readStones" => stones::read_stones(&given.text()?),
        "roomCheck" => {
            remote::room_check(&given.text()?, &given.text()?)?;
            nothing()
        }
        "connectionGames" => stones::connection_games(),
        "connectionRead" => stones::connection_read(&given.text()?),
        "connectionCheck" => stones::connection_check(&given.text()?),
        "connectionBoard" => stones::connection_board(&given.text()?, &given.text()?),
        "connectionText" => stones::connection_text(&given.text()?),
        "chooseStone" => thinking::choose_stone(&given.text()?),
        "open" => hold(given, |given| Session::open(&given.text()?)),
        "openStones" => hold(given, |given| StonesSession::open(&given.text()?)),
        "openRemote" => hold(given, |given| Ok(RemoteSession::open(given.text_if_any()?))),
        "openProof" => hold(given, |given| StonesProof::open(&given.text()?)),
        "openThinker" => hold(given, |_| Ok(Thinker::new())),
        "openAnalyst" => hold(given, |_| Ok(Analyst::new())),
        "close" => {
            let number: u32 = given.number()?;
            HELD.with_borrow_mut(|all| all.remove(&number));
            nothing()
        }
        // It is away while it answers: should the engine break there, the others are whole.
        _ => {
            let number: u32 = given.number()?;
            let held = HELD.with_borrow_mut(|all| all.remove(&number));
            let mut held = held.ok_or_else(|| other("this game is closed"))?;
            let answer = held.answer(&name, given);
            HELD.with_borrow_mut(|all| all.insert(number, held));
            answer
        }
    }
}

/// Makes something that lasts, in the place of what had its number before.
fn hold<H: Held + 'static>(
    mut given: Given,
    make: impl FnOnce(&mut Given) -> Result<H, Said>,
) -> Answer {
    let number: u32 = given.number()?;
    HELD.with_borrow_mut(|all| all.remove(&number));
    let made = make(&mut given)?;
    HELD.with_borrow_mut(|all| all.insert(number, Box::new(made)));
    nothing()
}

/// The answer where something was done and there is nothing to say.
fn nothing() -> Answer {
    Ok("null".to_owned())
}

/// There is no such call.
fn unknown(name: &str) -> Answer {
    Err(other(&format!("nothing answers to {name}")))
}

impl Held for Session {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "view" => self.view(),
            "pictureAt" => self.picture_at(given.number()?),
            "line" => self.line(),
            "record" => self.record(),
            "wgosa" => self.wgosa(),
            "export" => self.export(),
            "svg" => self.svg(given.real()?, given.flag()?, &given.text()?),
            "position" => self.position(),
            "mapText" => self.map_text(),
            "endsFrom" => self.ends_from(given.number()?),
            "strokeBegin" => self.stroke_begin(given.number()?, given.real()?),
            "strokeExtend" => self.stroke_extend(&given.text()?),
            "strokeEnd" => self.stroke_end(),
            "strokeCancel" => {
                self.stroke_cancel();
                nothing()
            }
            "strokePlay" => self.stroke_play(),
            "ways" => self.ways(given.number()?, given.number()?),
            "wayPlay" => self.way_play(given.number()?),
            "route" => self.route(&given.text()?, given.text_if_any()?),
            "movePlay" => self.move_play(&given.text()?),
            "takeBack" => self.take_back(given.number()?),
            "redo" => self.redo(),
            "redraw" => self.redraw(),
            "resign" => self.resign(&given.text()?),
            _ => unknown(name),
        }
    }
}

impl Held for StonesSession {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "board" => self.board(),
            "view" => self.view(),
            "stonesAt" => self.stones_at(given.number()?),
            "movePlay" => self.move_play(&given.text()?),
            "takeBack" => self.take_back(given.number()?),
            "redo" => self.redo(),
            "resign" => self.resign(&given.text()?),
            "record" => self.record(),
            "sgf" => self.sgf(),
            "whyNot" => self.why_not(given.number()?),
            _ => unknown(name),
        }
    }
}

impl Held for RemoteSession {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "view" => self.view(),
            "greet" => self.greet(),
            "unanswered" => self.unanswered(),
            "receive" => self.receive(&given.text()?),
            "join" => self.join(given.number()?, &given.text()?, given.text()?),
            "act" => self.act(given.number()?, &given.text()?),
            "strokePlay" => self.stroke_play(given.number()?),
            "wayPlay" => self.way_play(given.number()?, given.number()?),
            "pictureAt" => self.picture_at(given.number()?),
            "stonesAt" => self.stones_at(given.number()?),
            "whyNot" => self.why_not(given.number()?),
            "board" => self.board(),
            "line" => self.line(),
            "export" => self.export(),
            "sgf" => self.sgf(),
            "wgosa" => self.wgosa(),
            "endsFrom" => self.ends_from(given.number()?),
            "strokeBegin" => self.stroke_begin(given.number()?, given.real()?),
            "strokeExtend" => self.stroke_extend(&given.text()?),
            "strokeEnd" => self.stroke_end(),
            "strokeCancel" => {
                self.stroke_cancel();
                nothing()
            }
            "ways" => self.ways(given.number()?, given.number()?),
            _ => unknown(name),
        }
    }
}

impl Held for StonesProof {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "ask" => {
                self.ask(&given.text()?)?;
                nothing()
            }
            "think" => self.think(),
            _ => unknown(name),
        }
    }
}

impl Held for Thinker {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "learn" => {
                self.learn(&given.text()?)?;
                nothing()
            }
            "choose" => self.choose(&given.text()?),
            _ => unknown(name),
        }
    }
}

impl Held for Analyst {
    fn answer(&mut self, name: &str, mut given: Given) -> Answer {
        match name {
            "settled" => json(&self.settled(given.flag()?)),
            "moves" => self.moves(&given.text()?),
            "children" => self.children(&given.text()?),
            "line" => {
                self.line(&given.text()?)?;
                nothing()
            }
            "value" => self.value(given.number()?, given.flag()?, given.flag()?),
            _ => unknown(name),
        }
    }
}

/// Asks the script how much of its patience is gone: all of it from 1 on. A clock that fails must not make anybody think for ever.
pub fn patience_spent() -> f64 {
    let spent = host::spent();
    if spent.is_nan() { 1.0 } else { spent }
}

/// Whether a long thought may go on.
pub fn may_go_on() -> bool {
    patience_spent() < 1.0
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod host {
    use std::cell::RefCell;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        pub safe fn spent() -> f64;
    }

    thread_local! {
        /// The call that comes in, then the answer that goes out.
        static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    /// Makes room for a call of so many bytes, and says where.
    #[unsafe(no_mangle)]
    extern "C" fn room(bytes: usize) -> *mut u8 {
        MESSAGE.with_borrow_mut(|message| {
            *message = vec![0; bytes];
            message.as_mut_ptr()
        })
    }

    /// Answers the call that was written there. False where the answer is why there is none.
    #[unsafe(no_mangle)]
    extern "C" fn call() -> bool {
        let answer = super::answer(&MESSAGE.take());
        let good = answer.is_ok();
        MESSAGE.set(answer.unwrap_or_else(|said| said.text()).into_bytes());
        good
    }

    /// Where the answer stands.
    #[unsafe(no_mangle)]
    extern "C" fn answer() -> *const u8 {
        MESSAGE.with_borrow(|message| message.as_ptr())
    }

    /// How many bytes it has.
    #[unsafe(no_mangle)]
    extern "C" fn answer_bytes() -> usize {
        MESSAGE.with_borrow(Vec::len)
    }
}

/// Natively, in tests, nobody is patient.
#[cfg(not(target_arch = "wasm32"))]
mod host {
    pub fn spent() -> f64 {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ask(call: &Value) -> Result<Value, Value> {
        let parse = |text: String| serde_json::from_str(&text).expect("JSON");
        let answer = answer(call.to_string().as_bytes());
        answer.map(parse).map_err(|said| parse(said.text()))
    }

    #[test]
    fn what_was_opened_answers_until_it_is_closed() {
        let start = json!({"start": {"spots": 2}, "ending": "normal", "starter": "host"});
        let start = start.to_string();
        assert_eq!(ask(&json!(["open", 7, start])), Ok(Value::Null));
        let lives = |view: Value| view["lives"].as_u64();
        assert_eq!(ask(&json!(["view", 7])).map(lives), Ok(Some(6)));
        // What cannot be opened leaves nothing in its place.
        assert!(ask(&json!(["open", 7, "{}"])).is_err());
        assert!(ask(&json!(["view", 7])).is_err());
        assert_eq!(ask(&json!(["open", 7, start])), Ok(Value::Null));
        assert_eq!(ask(&json!(["close", 7])), Ok(Value::Null));
        assert!(ask(&json!(["view", 7])).is_err());
    }

    #[test]
    fn what_nobody_can_mean_is_refused() {
        let start = json!({"start": {"spots": 2}, "ending": "normal", "starter": "host"});
        ask(&json!(["open", 1, start.to_string()])).expect("opens");
        for call in [
            json!([]),
            json!({}),
            json!([1]),
            json!(["view"]),
            json!(["view", "1"]),
            json!(["view", -1]),
            json!(["nobody", 1]),
            json!(["pictureAt", 1]),
            json!(["pictureAt", 1, 0.5]),
            json!(["route", 1, 3]),
        ] {
            assert!(ask(&call).is_err(), "{call}");
        }
        // It is still there afterwards.
        assert!(ask(&json!(["view", 1])).is_ok());
    }
}
