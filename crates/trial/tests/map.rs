//! What documents say of the code and a program can look up: the arrows of the map, links, what the trusted base is made of.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files in a folder and below that end so, but for what is built and installed.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).expect(folder) {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        if name.starts_with('.') || ["target", "node_modules"].contains(&&*name) {
            continue;
        }
        let path = match folder {
            "" => name,
            _ => format!("{folder}/{name}"),
        };
        if entry.path().is_dir() {
            found.extend(files(&path, ending));
        } else if path.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The names below one heading of a manifest.
fn table_of(manifest: &str, heading: &str) -> BTreeSet<String> {
    let lines = manifest
        .lines()
        .skip_while(|line| line.trim() != heading)
        .skip(1);
    lines
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split(['.', '=', ' ']).next())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(String::from)
        .collect()
}

/// What each crate uses of the others, by the map.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    let text = read("ARCHITECTURE.md");
    let map = text.split("```").nth(1).expect("the map");
    let mut arrows = BTreeMap::new();
    for line in map.lines().filter(|line| !line.is_empty()) {
        let (name, used) = match line.split_once(" ──► ") {
            Some((name, used)) => (name, used.split(", ").map(String::from).collect()),
            None => {
                let (name, _) = line.split_once(" uses nothing").expect(line);
                (name, BTreeSet::new())
            }
        };
        let is_new = arrows.insert(name.to_string(), used).is_none();
        assert!(is_new, "{line}");
    }
    arrows
}

#[test]
fn the_arrows_of_the_map_are_the_dependencies() {
    let arrows = arrows();
    let folders = std::fs::read_dir(root().join("crates")).expect("crates");
    let crates: BTreeSet<String> = folders
        .map(|entry| entry.expect("a folder").file_name().into_string())
        .map(|name| name.expect("a name"))
        .filter(|name| name != "trial")
        .collect();
    let mut drawn: BTreeSet<String> = arrows.keys().cloned().collect();
    drawn.remove("python");
    assert_eq!(drawn, crates, "each crate has its line on the map");
    for (name, used) in arrows {
        let manifest = match &*name {
            "python" => read("python/Cargo.toml"),
            _ => read(format!("crates/{name}/Cargo.toml")),
        };
        let asked: BTreeSet<String> = table_of(&manifest, "[dependencies]")
            .into_iter()
            .filter(|asked| crates.contains(asked) || asked == "trial")
            .collect();
        assert_eq!(asked, used, "{name}");
    }
}

/// Lines of code: what is neither blank nor a comment, before the tests.
fn code(file: &str) -> Vec<String> {
    let text = read(file);
    let before = text.split("#[cfg(test)]\nmod tests").next();
    let lines = before.unwrap_or_default().lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(String::from)
        .collect()
}

fn sources_of(name: &str) -> Vec<String> {
    files(&format!("crates/{name}/src"), ".rs")
}

/// "No dependency", "about 1,150 lines", "under 500 lines of Python".
#[test]
fn the_trusted_base_is_as_small_as_it_is_said_to_be() {
    let manifest = read("crates/checker/Cargo.toml");
    assert!(!manifest.contains("dependencies"), "{manifest}");
    let lines: usize = sources_of("checker")
        .iter()
        .map(|file| code(file).len())
        .sum();
    let rounded = (lines + 25) / 50 * 50;
    let said = format!("about {},{:03} lines", rounded / 1000, rounded % 1000);
    for document in ["docs/crates.md", "docs/certificates.md"] {
        assert!(read(document).contains(&said), "{document}: {said}");
    }
    let python = read("examples/check.py");
    assert!(python.lines().count() < 500);
    let imports: Vec<&str> = python
        .lines()
        .filter(|line| line.starts_with("import ") || line.contains(" import "))
        .collect();
    assert_eq!(imports, ["import sys", "from itertools import product"]);
}

/// No eight lines of the checker stand in a crate that searches or knows the rules, nor does it take in a file of theirs.
#[test]
fn the_checker_shares_no_code() {
    const RUN: usize = 8;
    let mut known: HashSet<Vec<String>> = HashSet::new();
    // Brackets alone are the same everywhere.
    let code = |file: &str| {
        let mut code = code(file);
        code.retain(|line| line.contains(char::is_alphanumeric));
        code
    };
    for file in ["sprouts", "solver", "program"]
        .into_iter()
        .flat_map(sources_of)
    {
        known.extend(code(&file).windows(RUN).map(<[String]>::to_vec));
    }
    assert!(known.len() > 10_000);
    for file in sources_of("checker") {
        let code = code(&file);
        for run in code.windows(RUN) {
            assert!(!known.contains(run), "{file}:\n{}", run.join("\n"));
        }
        for line in code {
            let takes = ["include!", "include_str!", "#[path", "extern crate"];
            assert!(!takes.iter().any(|word| line.contains(word)), "{line}");
        }
    }
}

/// How a heading is called in a link.
fn anchor(heading: &str) -> String {
    let is_mark = |c: char| !(c.is_alphanumeric() || " -_".contains(c));
    let kept = heading.to_lowercase().replace(is_mark, "");
    kept.trim().replace(' ', "-")
}

/// A document without its blocks of code.
fn prose(file: &str) -> String {
    read(file).split("```").step_by(2).collect()
}

#[test]
fn no_link_of_a_document_leads_nowhere() {
    let mut followed = 0;
    for file in files("", ".md") {
        let text = prose(&file);
        let folder = Path::new(&file).parent().expect("a folder");
        let links = text.split("](").skip(1).chain(text.split("src=\"").skip(1));
        for link in links.filter_map(|rest| rest.split([')', '"']).next()) {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            followed += 1;
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => PathBuf::from(&file),
                _ => folder.join(path),
            };
            assert!(root().join(&target).exists(), "{file}: {link}");
            if !place.is_empty() {
                let text = prose(&target.to_string_lossy());
                let mut headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let is_there =
                    headings.any(|heading| anchor(heading.trim_start_matches('#')) == place);
                assert!(is_there, "{file}: {link}");
            }
        }
    }
    assert!(followed > 50, "{followed} links");
}
