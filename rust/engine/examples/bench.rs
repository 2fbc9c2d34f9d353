//! Print the positions of the bench with what was found.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a program that prints averages")]

fn main() {
    let shallower = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let sum = mujo_engine::bench(shallower, &mut mujo_core::parallel::NeverInterrupt, &mut |position| {
        let result = &position.result;
        let milliseconds = result.time.as_millis();
        println!(
            "{:10} {:4} plies: depth {}/{}, {:>9} nodes in {:>6} ms, {:>5} k/s, quiescence {:.1} a call, {}",
            position.rules,
            position.plies,
            result.depth,
            result.seldepth,
            result.nodes,
            milliseconds,
            u128::from(result.nodes) / milliseconds.max(1),
            result.quiescence_nodes as f64 / result.quiescence_calls.max(1) as f64,
            result.score(),
        );
        true
    });
    println!("{} nodes in {:.2} s", sum.nodes, sum.time.as_secs_f64());
}
