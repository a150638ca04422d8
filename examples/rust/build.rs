//! Links libhalfword.so: of the folder in HALFWORD_LIBRARY, or of the system.

fn main() {
    println!("cargo:rerun-if-env-changed=HALFWORD_LIBRARY");
    if let Ok(folder) = std::env::var("HALFWORD_LIBRARY") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=halfword");
}
