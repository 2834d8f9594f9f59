//! Builds the page into the binary. It compiles crate `web` for WebAssembly into a target directory of its own. Then it
//! writes `page.rs`, a table of every file under a name that carries the hash of them all.
//! Knows nothing of what the page does.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RHIZOME_WITHOUT_PAGE");
    if let Err(error) = build() {
        for line in error.to_string().lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let workspace = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?)
        .join("../..")
        .canonicalize()?;
    let mut files = BTreeMap::new();
    if wants_page() {
        let assets = workspace.join("crates/web/page");
        println!("cargo::rerun-if-changed={}", assets.display());
        collect(&assets, "", &mut files)?;
        files.insert("engine/web.wasm".into(), compile(&workspace, &out)?);
    }
    write_table(&out, files)
}

/// A lint reads the code and never serves a page; whoever works on the command line alone may say so too.
fn wants_page() -> bool {
    let linting =
        env::var("RUSTC_WORKSPACE_WRAPPER").is_ok_and(|wrapper| wrapper.contains("clippy"));
    !linting && env::var_os("RHIZOME_WITHOUT_PAGE").is_none()
}

/// Compiles `web` for WebAssembly.
fn compile(workspace: &Path, out: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let profile = if env::var("PROFILE")? == "release" {
        "page"
    } else {
        "page-dev"
    };
    let target = target_directory(out).join("page");
    ensure_target()?;
    let mut cargo = Command::new(env::var("CARGO")?);
    cargo
        .current_dir(workspace)
        .args(["rustc", "--quiet", "--locked", "--package", "web", "--lib"])
        .args(["--crate-type", "cdylib", "--target", TARGET])
        .args(["--profile", profile, "--target-dir"])
        .arg(&target);
    if profile == "page" {
        // Names of functions, and room for a linker's changes, would have to be fetched as well.
        cargo.args(["--", "-C", "strip=symbols"]);
        cargo.args(["-C", "link-arg=--compress-relocations"]);
    }
    // What the outer build was told about its own target, compiler flags and wrappers would be wrong for this one.
    for (name, _) in env::vars() {
        let inherited = [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "RUSTC_WRAPPER",
            "RUSTC_WORKSPACE_WRAPPER",
        ];
        let prefixed = [
            "CARGO_PROFILE_",
            "CARGO_FEATURE_",
            "CARGO_CFG_",
            "CARGO_BUILD_",
            "CARGO_PKG_",
            "CARGO_MANIFEST_",
        ];
        if inherited.contains(&name.as_str())
            || prefixed.iter().any(|prefix| name.starts_with(prefix))
        {
            cargo.env_remove(name);
        }
    }
    let output = cargo.output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the page (crate web) did not compile for {TARGET}:\n{said}").into());
    }
    let built = target.join(TARGET).join(profile);
    watch(&built.join("web.d"), workspace)?;
    // Kept beside the table: other builds of `web` go to the same folder.
    let engine = out.join("web.wasm");
    fs::copy(built.join("web.wasm"), &engine)?;
    Ok(fs::read(engine)?)
}

/// Rebuild when a source file that cargo used changes, and only then.
fn watch(dep_info: &Path, workspace: &Path) -> Result<(), Box<dyn Error>> {
    println!(
        "cargo::rerun-if-changed={}",
        workspace.join("Cargo.lock").display()
    );
    println!(
        "cargo::rerun-if-changed={}",
        workspace.join("Cargo.toml").display()
    );
    let text = fs::read_to_string(dep_info)?;
    let (_, sources) = text
        .split_once(": ")
        .ok_or("cargo's dep-info file has no colon")?;
    let mut manifests = Vec::new();
    for source in sources.replace("\\ ", "\0").split_whitespace() {
        let source = source.replace('\0', " ");
        println!("cargo::rerun-if-changed={source}");
        let manifest = Path::new(&source)
            .ancestors()
            .map(|folder| folder.join("Cargo.toml"))
            .find(|path| path.is_file());
        manifests.extend(manifest);
    }
    manifests.sort();
    manifests.dedup();
    for manifest in manifests {
        println!("cargo::rerun-if-changed={}", manifest.display());
    }
    Ok(())
}

/// The outermost folder that cargo marked as a cache: `target`, wherever it is.
fn target_directory(out: &Path) -> PathBuf {
    let marked = out
        .ancestors()
        .filter(|folder| folder.join("CACHEDIR.TAG").is_file())
        .last();
    marked.unwrap_or(out).to_path_buf()
}

fn ensure_target() -> Result<(), Box<dyn Error>> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()?;
    let library = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if output.status.success() && Path::new(&library).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .output();
    if added.as_ref().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let reason = match added {
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => format!("rustup did not start: {error}"),
    };
    Err(format!(
        "The page needs the compile target {TARGET}, which is not installed, and adding it failed.\n{reason}\n\
         Run `rustup target add {TARGET}` (rustup: https://rustup.rs), or set RHIZOME_WITHOUT_PAGE=1 to build \
         the command line without the page."
    )
    .into())
}

/// Every file below `folder`, by its path with forward slashes.
fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry
            .file_name()
            .into_string()
            .map_err(|_| "a page file's name is not UTF-8")?;
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// The scripts that the start page is made of, in no language yet: these are fetched at once, not one after the other as they ask for each other.
/// None where the page is left out.
fn start_page(files: &BTreeMap<String, Vec<u8>>) -> Result<BTreeSet<String>, Box<dyn Error>> {
    if files.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut found = BTreeSet::from(["workers/engine.js".to_owned()]);
    let mut open = vec!["app/main.js".to_owned(), "app/places/home.js".to_owned()];
    while let Some(name) = open.pop() {
        let bytes = files
            .get(&name)
            .ok_or_else(|| format!("a script asks for {name}, which is not there"))?;
        let text = std::str::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))?;
        let folder = Path::new(&name).parent().unwrap_or(Path::new(""));
        let asked = text
            .lines()
            .filter(|line| line.starts_with("import "))
            .filter_map(|line| line.split_once(" from '"))
            .filter_map(|(_, path)| path.split_once('\''));
        for (path, _) in asked {
            let mut parts: Vec<&str> = folder.iter().filter_map(|part| part.to_str()).collect();
            for part in path.split('/') {
                match part {
                    "." => {}
                    ".." => drop(parts.pop()),
                    part => parts.push(part),
                }
            }
            open.push(parts.join("/"));
        }
        open.retain(|each| !found.contains(each));
        found.insert(name);
    }
    Ok(found)
}

/// Files at the root keep their names and learn the version; all others live under `/page/VERSION/` and never change.
fn write_table(out: &Path, mut files: BTreeMap<String, Vec<u8>>) -> Result<(), Box<dyn Error>> {
    let version = version(&files);
    let versioned: Vec<String> = files
        .keys()
        .filter(|name| !is_root(name))
        .cloned()
        .collect();
    let urls: Vec<String> = versioned
        .iter()
        .map(|name| format!("/page/{version}/{name}"))
        .collect();
    let preload: String = start_page(&files)?
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/page/{version}/{name}\">"))
        .collect();
    for (name, bytes) in files
        .iter_mut()
        .filter(|(name, _)| is_root(name) && is_text(name))
    {
        let text = std::str::from_utf8(bytes).map_err(|_| format!("{name} is not UTF-8"))?;
        let text = text
            .replace("{{version}}", &version)
            .replace("{{preload}}", &preload);
        *bytes = text.replace("{{files}}", &format!("{urls:?}")).into_bytes();
    }
    let folder = out.join("page");
    fs::create_dir_all(&folder)?;
    let mut table = format!(
        "/// The hash of all files.\n#[cfg(test)]\npub const VERSION: &str = {version:?};\n"
    );
    table.push_str("/// Every file of the page.\npub const FILES: &[File] = &[\n");
    for (index, (name, bytes)) in files.iter().enumerate() {
        let (plain, packed) = (
            folder.join(format!("{index}")),
            folder.join(format!("{index}.gz")),
        );
        fs::write(&plain, bytes)?;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes)?;
        fs::write(&packed, encoder.finish()?)?;
        let path = if is_root(name) {
            format!("/{name}")
        } else {
            format!("/page/{version}/{name}")
        };
        let kind = kind(name)?;
        let immutable = !is_root(name);
        writeln!(
            table,
            "File {{ path: {path:?}, kind: {kind:?}, immutable: {immutable}, tag: \"\\\"{:016x}\\\"\", \
             plain: include_bytes!({plain:?}), gzip: include_bytes!({packed:?}) }},",
            hash(bytes, 0)
        )?;
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table)?;
    Ok(())
}

fn is_root(name: &str) -> bool {
    !name.contains('/')
}

fn is_text(name: &str) -> bool {
    [".html", ".js", ".webmanifest", ".txt"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

fn kind(name: &str) -> Result<&'static str, Box<dyn Error>> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    Ok(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => {
            return Err(format!(
                "crates/web/page/{name}: no content type known for this ending; add it to build.rs"
            )
            .into());
        }
    })
}

fn version(files: &BTreeMap<String, Vec<u8>>) -> String {
    let all = files.iter().fold(0, |seed, (name, bytes)| {
        hash(bytes, hash(name.as_bytes(), seed))
    });
    format!("{all:016x}")
}

/// FNV-1a: enough to tell versions of our own files apart; nobody attacks it.
fn hash(bytes: &[u8], seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.rotate_left(17);
    bytes.iter().fold(start, |state, &byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
