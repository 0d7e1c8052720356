//! What people see: bug reports and tables of findings.
//!
//! [`bug`] turns a finding into a text that can be filed with GCC or LLVM as it is; [`table`] lists findings and who
//! is affected; [`explorer`] makes the link under which others see the program compiled.

pub mod bug;
pub mod explorer;
pub mod table;
