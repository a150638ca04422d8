// The C interface of temporal_rs, which C++ sees through its headers (temporal/library.h), and what its memory comes from.
pub use temporal_capi::*;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};

// Rust ends the process where it gets no memory, and running out of memory must end no more than an isolate. So there is
// a reserve for when malloc fails: enough for the calls that are under way, because what a guest gives the library is
// bounded. C++ asks for memory before and after each call, and finds out by itself.
struct WithReserve;

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve;

const PLACE: usize = 4096; // bytes
const PLACES: usize = 64;

#[repr(align(4096))]
struct Reserve(UnsafeCell<[u8; PLACE * PLACES]>);
unsafe impl Sync for Reserve {}
static RESERVE: Reserve = Reserve(UnsafeCell::new([0; PLACE * PLACES]));
static TAKEN: AtomicU64 = AtomicU64::new(0); // a bit for each place

// The bits of the places that so many bytes take, from the lowest on. REQUIRES: size <= PLACE * PLACES / 2.
fn bits(size: usize) -> u64 {
    (1 << size.div_ceil(PLACE).max(1)) - 1
}

fn take(layout: Layout) -> *mut u8 {
    if layout.size() > PLACE * PLACES / 2 || layout.align() > PLACE {
        return std::ptr::null_mut();
    }
    let mut taken = TAKEN.load(Ordering::Relaxed);
    let wanted = bits(layout.size());
    let mut at = 0;
    while wanted.leading_zeros() as usize >= at {
        let mask = wanted << at;
        if taken & mask != 0 {
            at += 1;
            continue;
        }
        match TAKEN.compare_exchange_weak(taken, taken | mask, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return unsafe { (RESERVE.0.get() as *mut u8).add(at * PLACE) },
            Err(now) => {
                taken = now;
                at = 0;
            }
        }
    }
    std::ptr::null_mut()
}

// The place of a piece of the reserve.
fn place_of(p: *mut u8) -> Option<usize> {
    let offset = (p as usize).wrapping_sub(RESERVE.0.get() as usize);
    (offset < PLACE * PLACES).then_some(offset / PLACE)
}

unsafe impl GlobalAlloc for WithReserve {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let p = System.alloc(layout);
        if p.is_null() { take(layout) } else { p }
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        match place_of(p) {
            Some(place) => drop(TAKEN.fetch_and(!(bits(layout.size()) << place), Ordering::Release)),
            None => System.dealloc(p, layout),
        }
    }
    unsafe fn realloc(&self, p: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if place_of(p).is_none() {
            let q = System.realloc(p, layout, size);
            if !q.is_null() {
                return q;
            }
        }
        let q = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
        if !q.is_null() {
            std::ptr::copy_nonoverlapping(p, q, layout.size().min(size));
            self.dealloc(p, layout);
        }
        q
    }
}
