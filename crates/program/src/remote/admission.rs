//! Who may come in: bounds on connections, rooms and requests, by address and in all. It owns counts that time wears down.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The bounds of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections in all.
    pub connections: u32,
    /// Connections of one address.
    pub connections_per_address: u32,
    /// Rooms that one address may open in an hour.
    pub rooms_per_address: u32,
    /// Spectators of a room.
    pub spectators: u32,
    /// Requests a second on a connection, over a few seconds.
    pub requests_per_second: u32,
    /// Milliseconds of processor time in each second that may be spent on judging what one address asks for, over a few seconds.
    pub judging_per_address: u32,
    /// How long a room is kept that is over, in milliseconds.
    pub kept_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 20_000,
            connections_per_address: 64,
            rooms_per_address: 60,
            spectators: 200,
            requests_per_second: 20,
            judging_per_address: 250,
            kept_ms: 365 * 24 * 3_600_000,
        }
    }
}

#[derive(Default)]
struct Address {
    /// Connections of the network, before anybody has asked for anything.
    sockets: u32,
    connections: u32,
    rooms: Bucket,
    judging: Bucket,
}

impl Address {
    fn is_forgotten(&self, now_ms: u64) -> bool {
        let quiet = |bucket: &Bucket| now_ms.saturating_sub(bucket.at_ms) >= 3_600_000;
        self.sockets == 0 && self.connections == 0 && quiet(&self.rooms) && quiet(&self.judging)
    }
}

/// So much may be taken at once, and it fills again with time.
#[derive(Clone, Copy, Default)]
pub struct Bucket {
    taken: f64,
    at_ms: u64,
}

impl Bucket {
    /// Takes one, if `most` at once and `per_second` in the long run allow it.
    pub fn take(&mut self, now_ms: u64, most: u32, per_second: f64) -> bool {
        self.fill(now_ms, per_second);
        if self.taken + 1.0 > f64::from(most) {
            return false;
        }
        self.taken += 1.0;
        true
    }

    /// Takes what was used up already, however much; the next one may have to wait for it.
    fn spend(&mut self, amount: f64) {
        self.taken += amount;
    }

    fn fill(&mut self, now_ms: u64, per_second: f64) {
        let passed = now_ms.saturating_sub(self.at_ms) as f64 / 1000.0;
        self.taken = (self.taken - passed * per_second).max(0.0);
        self.at_ms = now_ms;
    }
}

/// As many connections of the network may an address have beyond its players.
const SOCKETS_MORE: u32 = 256;
/// The time for judging that an address may use up at once, in seconds of its share.
const JUDGING_SECONDS: f64 = 20.0;

/// The counts of all addresses.
#[derive(Clone)]
pub struct Admission {
    limits: Limits,
    addresses: Arc<Mutex<HashMap<IpAddr, Address>>>,
}

/// A connection that is counted for as long as this lives.
pub struct Ticket {
    admission: Admission,
    address: IpAddr,
    count: fn(&mut Address) -> &mut u32,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let count = self.count;
        self.admission
            .with(self.address, |address| *count(address) -= 1);
    }
}

/// A home has a whole network of version 6 addresses, so the network is what counts.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() & !u128::from(u64::MAX),
        )),
        v4 => v4,
    }
}

impl Admission {
    /// Nobody is there yet.
    pub fn new(limits: Limits) -> Self {
        Admission {
            limits,
            addresses: Arc::default(),
        }
    }

    /// The bounds.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    fn with<T>(&self, address: IpAddr, change: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Addresses that hold nothing and have long done nothing are forgotten, so that strangers cannot fill the memory.
        if addresses.len() > 10_000 {
            let now_ms = super::now_ms();
            addresses.retain(|_, it| !it.is_forgotten(now_ms));
        }
        change(addresses.entry(address).or_default())
    }

    /// Lets a connection in.
    pub fn connect(&self, address: IpAddr, connections: i64) -> Option<Ticket> {
        let address = network(address);
        if connections >= i64::from(self.limits.connections) {
            return None;
        }
        self.ticket(address, self.limits.connections_per_address, |counts| {
            &mut counts.connections
        })
    }

    /// Lets a connection of the network in, from which nothing was read yet: a few more than there may be players, for pages.
    pub fn socket(&self, address: IpAddr) -> Option<Ticket> {
        let most = self
            .limits
            .connections_per_address
            .saturating_add(SOCKETS_MORE);
        self.ticket(network(address), most, |counts| &mut counts.sockets)
    }

    fn ticket(
        &self,
        address: IpAddr,
        most: u32,
        count: fn(&mut Address) -> &mut u32,
    ) -> Option<Ticket> {
        let admitted = self.with(address, |counts| {
            let count = count(counts);
            let admitted = *count < most;
            *count += u32::from(admitted);
            admitted
        });
        admitted.then(|| Ticket {
            admission: self.clone(),
            address,
            count,
        })
    }

    /// Whether there is time left to judge what an address asks for.
    pub fn may_judge(&self, address: IpAddr, now_ms: u64) -> bool {
        let per_second = f64::from(self.limits.judging_per_address);
        self.with(network(address), |counts| {
            counts.judging.fill(now_ms, per_second);
            counts.judging.taken < per_second * JUDGING_SECONDS
        })
    }

    /// So much time was spent on what an address asked for.
    pub fn judged(&self, address: IpAddr, took: Duration) {
        self.with(network(address), |counts| {
            counts.judging.spend(took.as_secs_f64() * 1e3);
        });
    }

    /// Lets somebody open a room.
    pub fn open_room(&self, address: IpAddr, now_ms: u64) -> bool {
        let most = self.limits.rooms_per_address;
        self.with(network(address), |counts| {
            counts.rooms.take(now_ms, most, f64::from(most) / 3600.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_fills_again() {
        let mut bucket = Bucket::default();
        assert!((0..5).all(|_| bucket.take(1000, 5, 1.0)));
        assert!(!bucket.take(1000, 5, 1.0));
        assert!(bucket.take(2000, 5, 1.0));
        assert!(!bucket.take(2000, 5, 1.0));
    }

    #[test]
    fn an_address_holds_so_many_connections_and_no_more() {
        let limits = Limits {
            connections_per_address: 2,
            ..Limits::default()
        };
        let admission = Admission::new(limits);
        let (home, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let first = admission.connect(home, 0).unwrap();
        let _second = admission.connect(home, 1).unwrap();
        assert!(admission.connect(home, 2).is_none());
        assert!(admission.connect(other, 2).is_some());
        drop(first);
        assert!(admission.connect(home, 2).is_some());
    }

    #[test]
    fn who_lets_us_judge_for_long_has_to_wait() {
        let limits = Limits {
            judging_per_address: 100,
            ..Limits::default()
        };
        let admission = Admission::new(limits);
        let (greedy, other) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        assert!(admission.may_judge(greedy, 1000));
        admission.judged(greedy, Duration::from_secs(3));
        assert!(!admission.may_judge(greedy, 1000));
        assert!(admission.may_judge(other, 1000));
        assert!(!admission.may_judge(greedy, 10_000));
        assert!(admission.may_judge(greedy, 12_000));
    }

    #[test]
    fn a_network_of_version_6_counts_as_one() {
        let one: IpAddr = "2001:db8:0:1::1".parse().unwrap();
        let two: IpAddr = "2001:db8:0:1:ffff::2".parse().unwrap();
        assert_eq!(network(one), network(two));
        assert_eq!(
            network("::ffff:10.0.0.1".parse().unwrap()),
            network([10, 0, 0, 1].into())
        );
    }
}
