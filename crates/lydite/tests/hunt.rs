//! `lydite hunt` and the commands around it, with compilers that are scripts around a real one.

mod support;

#[path = "hunt/fakes.rs"]
mod fakes;
#[path = "hunt/killed.rs"]
mod killed;
#[path = "hunt/languages.rs"]
mod languages;
#[path = "hunt/planted.rs"]
mod planted;
#[path = "hunt/site.rs"]
mod site;
