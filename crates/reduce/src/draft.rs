//! A program with a list of edits, of which any may be chosen.

use crate::judge::Reading;
use crate::render::Header;

/// The position of an edit in its draft.
pub(crate) type EditIndex = u32;

/// A base with edits that can be applied to it in any combination.
pub(crate) trait Draft: Send + Sync {
    /// How many edits there are.
    fn len(&self) -> usize;
    /// Edits of lower levels are tried before those of higher ones.
    fn level(&self, edit: EditIndex) -> u32;
    /// About how many tokens an edit takes away.
    fn weight(&self, edit: EditIndex) -> u32;
    /// The text with these edits, which are in ascending order; none if they do not fit.
    fn text(&self, chosen: &[EditIndex]) -> Option<String>;
    /// Keeps those of `rest` that still have something to edit when `chosen` are applied.
    fn prune(&self, chosen: &[EditIndex], rest: &mut Vec<EditIndex>);
    /// What is printed before the tree, if there is one.
    fn header(&self) -> Option<&Header>;
    /// How the text is to be read.
    fn reading(&self) -> Reading;
}
