//! Which pass has its turn when, until none finds anything.

use crate::draft::Draft;
use crate::judge::{Reading, guarded};
use crate::passes::{PASSES, PUMPS, Pass, Stage};
use crate::render::Header;
use crate::search::{Search, State, Swept};
use crate::text::{TEXT_PASSES, TextDraft};
use crate::tree::{Tree, TreeDraft};
use lydite_lang::Program;
use std::sync::Arc;

/// Coarse passes leave alone what is less than this part of the program, at first.
const GRAINS: &[usize] = &[24, 200];

/// Programs of more tokens than this are not pumped.
const PUMPED: usize = 4000;

/// Reduces the tree of the search's present text until no pass finds anything.
pub(crate) fn reduce_tree(search: &mut Search<'_, '_>, header: &Header) {
    for &part in GRAINS {
        until_still(search, |search| run(search, header, Stage::Coarse, part));
    }
    loop {
        for stage in [Stage::Coarse, Stage::Fine, Stage::Polish] {
            until_still(search, |search| run(search, header, stage, usize::MAX));
        }
        if search.is_over() || pump(search, header) == Swept::Nothing {
            break;
        }
    }
}

fn until_still(search: &mut Search<'_, '_>, mut round: impl FnMut(&mut Search<'_, '_>) -> Swept) {
    while !search.is_over() && round(search) == Swept::Kept {}
}

/// The present text as a tree; it was read before, so it can be read again.
fn program(search: &Search<'_, '_>) -> Option<Arc<Program>> {
    search.judge.read(&search.state.text.text, Reading::Tree).ok().map(Arc::new)
}

/// One round of the passes up to a stage.
fn run(search: &mut Search<'_, '_>, header: &Header, stage: Stage, part: usize) -> Swept {
    let mut swept = Swept::Nothing;
    for pass in PASSES.iter().filter(|pass| pass.stage <= stage) {
        // Each change of a detail would otherwise bring every other pass back.
        while !search.is_over() {
            let Some(draft) = draft(search, header, pass) else { break };
            search.report(pass.name);
            let grain = (search.state.text.size.tokens / part) as u32;
            let now = search.sweep(pass.name, &draft, grain);
            if now == Swept::Kept {
                swept = now;
            }
            if now == Swept::Nothing || pass.stage != Stage::Polish {
                break;
            }
        }
    }
    swept
}

fn draft(search: &Search<'_, '_>, header: &Header, pass: &Pass) -> Option<Arc<dyn Draft>> {
    let draft = guarded(|| {
        let tree = Tree::new(program(search)?, search.judge, pass.needs, search.state.steps);
        let proposals = (pass.list)(&tree);
        (!proposals.is_empty()).then(|| TreeDraft::new(&tree, header.clone(), proposals))
    });
    draft.flatten().map(|draft| Arc::new(draft) as Arc<dyn Draft>)
}

/// Takes steps that enlarge the program, one at a time, and keeps the first after which the passes end smaller.
fn pump(search: &mut Search<'_, '_>, header: &Header) -> Swept {
    if search.state.text.size.tokens > PUMPED {
        return Swept::Nothing;
    }
    for pass in PUMPS {
        let Some(draft) = draft(search, header, pass) else { continue };
        search.report(pass.name);
        for edit in 0..draft.len() as u32 {
            if search.is_over() {
                return Swept::Nothing;
            }
            let before: State = search.state.clone();
            let Some(leapt) = search.leap(&draft, edit) else { continue };
            search.state = leapt;
            until_still(search, |search| run(search, header, Stage::Fine, usize::MAX));
            if search.state.text < before.text {
                search.judge.keep();
                return Swept::Kept;
            }
            search.state = before;
        }
    }
    Swept::Nothing
}

/// Reduces the present text as text.
pub(crate) fn reduce_text(search: &mut Search<'_, '_>, reading: Reading) {
    until_still(search, |search| {
        let mut swept = Swept::Nothing;
        for pass in TEXT_PASSES {
            let draft = TextDraft::new(&search.state.text.text, pass, reading);
            if search.is_over() || draft.len() == 0 {
                continue;
            }
            search.report(pass.name);
            let draft: Arc<dyn Draft> = Arc::new(draft);
            if search.sweep(pass.name, &draft, 0) == Swept::Kept {
                swept = Swept::Kept;
            }
        }
        swept
    });
}
