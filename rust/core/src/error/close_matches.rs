//! Known names close to a misspelt one, for "did you mean".

/// Longest name that close matches are looked up for.
const MAX_NAME: usize = 64;

/// Known names close to `name`, nearest first, at most three: for "did you mean".
pub(crate) fn close_matches<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let wanted = name.to_lowercase();
    let mut scored: Vec<(usize, &str)> = known
        .map(|candidate| (distance(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(cost, candidate)| *cost <= 1 + candidate.len().max(wanted.len()) / 3)
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(3).map(|(_, candidate)| candidate.to_owned()).collect()
}

fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let cost = (diagonal + usize::from(a != *b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_matches_are_close() {
        let known = ["promotion", "protection", "repetition", "emperor"];
        assert_eq!(close_matches("promotoin", known.into_iter())[0], "promotion");
        assert_eq!(close_matches("emporer", known.into_iter()), ["emperor"]);
        assert!(close_matches("xyz", known.into_iter()).is_empty());
    }
}
