//! JavaScript from Rust, without generated bindings: a function of Rust, values in a Vec, errors, a limit.

mod halfword;

use halfword::{Error, Isolate};

fn main() {
    let add = Box::new(|numbers: &[f64]| match numbers {
        [a, b] => Ok(a + b),
        _ => Err(format!("add takes 2 numbers, not {}", numbers.len())),
    });
    let isolate = Isolate::new(vec![("add", add)], 10_000_000);
    println!(
        "sum: {}",
        isolate.number(&isolate.eval("add(40, 2)").unwrap())
    );

    // Objects of the guest in a container of Rust's.
    let make = isolate
        .eval("let made = 0; () => ({number: ++made})")
        .unwrap();
    let read = isolate.eval("(object) => object.number").unwrap();
    let mut objects: Vec<_> = (0..1000)
        .map(|_| isolate.call(&make, &[]).unwrap())
        .collect();
    isolate.collect();
    let numbers = objects
        .iter()
        .map(|object| isolate.number(&isolate.call(&read, &[object]).unwrap()));
    println!("objects: {}", numbers.sum::<f64>());

    // Another thread lets half of them go.
    let half: Vec<_> = objects
        .drain(..500)
        .map(|object| object.discard())
        .collect();
    std::thread::spawn(move || drop(half)).join().unwrap();
    isolate.collect();
    println!(
        "kept: {}",
        isolate.number(&isolate.call(&read, &[&objects[0]]).unwrap())
    );

    match isolate.eval("add(1)") {
        Err(Error::Thrown(text)) => println!("thrown: {}", text.lines().next().unwrap_or("")),
        _ => println!("nothing was thrown"),
    }
    match isolate.eval("for (;;);") {
        Err(Error::Ended) => println!("ended: it has no fuel left"),
        _ => println!("it goes on"),
    }
}
