//! The frameworks live on the memory they begin with: stones put down, deletions, whole games and new ones allocate nothing.
//! Counted by the allocator itself.

use connection::board::{Board, Connectivity, Shape, Stand};
use connection::random::Random;
use laboratory::groups::{
    Adjacency, Forest, FrameworkA, FrameworkB, Groups, GroupsWithDeletion, Method, Neighbourhoods,
    PlayerId, SiteId,
};
use trial::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(run: impl FnOnce()) -> u64 {
    ALLOCATOR.allocations(run)
}

fn neighbourhoods() -> Neighbourhoods {
    let board = Board::new(&Shape::Square(9), Stand::Cells).unwrap();
    Neighbourhoods::with_orthogonal(
        Adjacency::of(&board, Connectivity::Adjacent),
        Adjacency::of(&board, Connectivity::Orthogonal),
        2,
    )
}

#[test]
fn an_allocation_is_counted() {
    assert!(allocations(|| drop(std::hint::black_box(Box::new(1)))) > 0);
}

#[test]
fn framework_a_allocates_nothing_over_many_games() {
    for method in Method::ALL {
        let mut groups = FrameworkA::new(neighbourhoods(), method);
        let count = allocations(|| {
            let mut random = Random::new(1);
            for _ in 0..20 {
                groups.reset();
                for _ in 0..60 {
                    let site = SiteId(random.below(81) as u16);
                    if !groups.contains(site, Forest::Common) {
                        groups.put(site, PlayerId(1 + random.below(2) as u8));
                    }
                }
            }
        });
        assert_eq!(count, 0, "{}", method.name());
    }
}

#[test]
fn framework_b_allocates_nothing_when_stones_come_and_go() {
    for method in Method::ALL {
        let mut groups = FrameworkB::new(neighbourhoods(), method);
        let count = allocations(|| {
            let mut random = Random::new(1);
            for _ in 0..20 {
                groups.reset();
                for _ in 0..120 {
                    let site = SiteId(random.below(81) as u16);
                    let player = PlayerId(1 + random.below(2) as u8);
                    if !groups.contains(site, Forest::Common) {
                        groups.put(site, player);
                    } else if groups.has(site, player) && random.below(3) == 0 {
                        groups.take_group(site, player);
                    } else {
                        groups.take(site, player);
                    }
                }
            }
        });
        assert_eq!(count, 0, "{}", method.name());
    }
}
