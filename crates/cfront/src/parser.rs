//! The parser's state, and what all its parts share: tokens, errors, limits.

use crate::error::{Error, Res};
use crate::lexer::Lexer;
use crate::scope::{Scopes, What};
use crate::token::{T, Token};
use lydite_lang::{
    BuildError, Builder, FuncId, LabelId, Name, Place, Program, QType, StmtId, StrId, Target, TypeId, TypeKind, VarId,
    VlaId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep constructs may nest in each other; what recursion on the host's stack is bounded by.
const NESTING: u32 = 600;
/// How deep a tree may be; chains such as `a + b + c` and `else if` are read without recursion, but make deep trees.
const TREE: u32 = 3000;
/// How many pointers, arrays and functions a type may be made of.
const TYPE_DEPTH: u16 = 500;

/// Something with linkage, known by name in the whole file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Linked {
    Var(VarId),
    Func(FuncId),
}

/// A parameter of a prototype; it becomes a variable when something refers to it or the function is defined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) name: Option<Name>,
    pub(crate) ty: QType,
    pub(crate) place: Place,
    pub(crate) var: Option<VarId>,
}

/// A label of the function being read.
pub(crate) struct LabelState {
    pub(crate) id: LabelId,
    /// Where it was first used, and whether it has been defined.
    pub(crate) used: Place,
    pub(crate) defined: bool,
}

/// A `switch` being read.
pub(crate) struct SwitchState {
    pub(crate) ty: TypeId,
    pub(crate) cases: Vec<(i128, i128, Place)>,
    pub(crate) has_default: bool,
}

/// The function being read.
pub(crate) struct FuncState {
    pub(crate) id: FuncId,
    pub(crate) ret: QType,
    pub(crate) labels: FxHashMap<Name, LabelState>,
    /// Local labels hidden by inner `__label__` declarations are kept in blocks' own lists.
    pub(crate) switches: Vec<SwitchState>,
    /// Loops and switches around, for `break` and `continue`.
    pub(crate) loops: u32,
    pub(crate) breakable: u32,
    pub(crate) name_literal: Option<StrId>,
}

/// Reads one translation unit.
pub(crate) struct Parser<'a> {
    pub(crate) lex: Lexer<'a>,
    /// The current token.
    pub(crate) tok: Token,
    ahead: Option<Token>,
    pub(crate) b: Builder,
    pub(crate) scopes: Scopes,
    pub(crate) linked: FxHashMap<Name, Linked>,
    pub(crate) pending: Vec<Pending>,
    /// Variable length arrays met since last taken.
    pub(crate) vlas: Vec<VlaId>,
    /// Functions declared only by being called.
    pub(crate) implicit: FxHashSet<FuncId>,
    pub(crate) func: Option<FuncState>,
    nesting: u32,
    /// Depth of the expression tree read last.
    pub(crate) tree: u32,
    /// Depth of the deepest expression tree read since last reset.
    pub(crate) peak: u32,
    /// Depth of the statements around, chains counted.
    pub(crate) stmt_depth: u32,
    type_depths: Vec<u16>,
}

/// Reads a whole preprocessed text.
pub(crate) fn parse(text: &[u8], name: &str, target: &'static Target) -> Result<Program, Error> {
    if text.len() > 1 << 30 {
        return Err(Error::Unsupported {
            file: name.to_owned(),
            line: 1,
            column: 1,
            message: "a source text of more than 1 GiB".into(),
        });
    }
    run(text, name, target).map_err(|e| *e)
}

fn run(text: &[u8], name: &str, target: &'static Target) -> Res<Program> {
    let mut b = Builder::new(target);
    let lex = Lexer::new(text, name, &mut b.program.names, &mut b.program.files);
    let tok = Token { kind: T::Eof, name: Name(0), start: 0, end: 0, place: Place::NONE };
    let mut parser = Parser {
        lex,
        tok,
        ahead: None,
        b,
        scopes: Scopes::new(),
        linked: FxHashMap::default(),
        pending: Vec::new(),
        vlas: Vec::new(),
        implicit: FxHashSet::default(),
        func: None,
        nesting: 0,
        tree: 0,
        peak: 0,
        stmt_depth: 0,
        type_depths: Vec::new(),
    };
    parser.predeclare();
    parser.bump()?;
    while parser.tok.kind != T::Eof {
        parser.external_declaration()?;
    }
    parser.finish()?;
    Ok(parser.b.program)
}

impl<'a> Parser<'a> {
    /// Names that exist without a declaration.
    fn predeclare(&mut self) {
        for (name, ty) in [("__int128_t", TypeId::INT128), ("__uint128_t", TypeId::UINT128)] {
            if self.b.program.target().int128_align != 0 {
                let name = self.b.program.names.intern(name);
                self.scopes.bind(name, What::Typedef(ty.into()));
            }
        }
    }

    /// Moves to the next token.
    pub(crate) fn bump(&mut self) -> Res<Token> {
        let next = match self.ahead.take() {
            Some(token) => token,
            None => self.lex_one()?,
        };
        Ok(std::mem::replace(&mut self.tok, next))
    }

    fn lex_one(&mut self) -> Res<Token> {
        let program = &mut self.b.program;
        self.lex.next(&mut program.names, &mut program.files).map_err(|e| e.into_error(&program.files))
    }

    /// The token after the current one.
    pub(crate) fn peek(&mut self) -> Res<Token> {
        if let Some(token) = self.ahead {
            return Ok(token);
        }
        let token = self.lex_one()?;
        self.ahead = Some(token);
        Ok(token)
    }

    pub(crate) fn at(&self, kind: T) -> bool {
        self.tok.kind == kind
    }

    /// Moves past a token of this kind if it is the current one.
    pub(crate) fn eat(&mut self, kind: T) -> Res<bool> {
        if self.tok.kind == kind {
            self.bump()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Moves past a token that must be here.
    pub(crate) fn expect(&mut self, kind: T) -> Res<Token> {
        if self.tok.kind == kind {
            return self.bump();
        }
        Err(self.unexpected(&format!("'{}'", kind.text())))
    }

    /// "expected ... before ..." at the current token.
    pub(crate) fn unexpected(&self, what: &str) -> Box<Error> {
        let found = match self.tok.kind {
            T::Eof => "end of input".to_owned(),
            _ => {
                let spelling = self.lex.spelling(&self.tok);
                let short = String::from_utf8_lossy(&spelling[..spelling.len().min(40)]).into_owned();
                format!("'{short}'")
            }
        };
        self.fail_at(self.tok.place, format!("expected {what} before {found}"))
    }

    pub(crate) fn fail_at(&self, place: Place, message: impl Into<String>) -> Box<Error> {
        Box::new(Error::Syntax {
            file: self.b.program.files.name(place).to_owned(),
            line: place.line,
            column: place.column.into(),
            message: message.into(),
        })
    }

    pub(crate) fn unsupported_at(&self, place: Place, message: impl Into<String>) -> Box<Error> {
        Box::new(Error::Unsupported {
            file: self.b.program.files.name(place).to_owned(),
            line: place.line,
            column: place.column.into(),
            message: message.into(),
        })
    }

    /// A builder's result, its error placed where the builder is.
    pub(crate) fn built<V>(&self, result: Result<V, BuildError>) -> Res<V> {
        result.map_err(|e| match e {
            BuildError::Type(message) => self.fail_at(self.b.place, message),
            BuildError::Unsupported(message) => self.unsupported_at(self.b.place, message),
        })
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Name) -> &str {
        self.b.program.names.text(name)
    }

    /// Goes one level deeper, if that is still allowed.
    pub(crate) fn enter(&mut self) -> Res<()> {
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(self.too_deep());
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    fn too_deep(&self) -> Box<Error> {
        self.unsupported_at(self.tok.place, format!("nesting deeper than {NESTING} levels"))
    }

    /// Notes that the last expression read is one level above trees of these depths.
    pub(crate) fn grow(&mut self, below: u32) -> Res<()> {
        self.tree = below + 1;
        self.peak = self.peak.max(self.tree);
        if self.tree > TREE {
            return Err(self.unsupported_at(self.tok.place, format!("an expression more than {TREE} levels deep")));
        }
        Ok(())
    }

    /// Notes statements nested by a chain.
    pub(crate) fn grow_stmt(&mut self) -> Res<()> {
        self.stmt_depth += 1;
        if self.stmt_depth > TREE {
            return Err(self.unsupported_at(self.tok.place, format!("statements more than {TREE} levels deep")));
        }
        Ok(())
    }

    /// Interns a type made of another, keeping count of how deep types are.
    pub(crate) fn derive(&mut self, kind: TypeKind, from: TypeId) -> Res<TypeId> {
        let depth = self.type_depths.get(from.0 as usize).copied().unwrap_or(0) + 1;
        if depth > TYPE_DEPTH {
            return Err(self.unsupported_at(self.tok.place, format!("a type made of more than {TYPE_DEPTH} parts")));
        }
        let id = self.b.program.types.intern(kind);
        let i = id.0 as usize;
        if i >= self.type_depths.len() {
            self.type_depths.resize((i + 1).next_power_of_two(), 0);
        }
        self.type_depths[i] = self.type_depths[i].max(depth);
        Ok(id)
    }

    /// A type's name for messages.
    pub(crate) fn type_text(&self, ty: QType) -> String {
        format!("'{}'", lydite_lang::print::ty(&self.b.program, ty))
    }

    /// Makes a statement at a place.
    pub(crate) fn stmt_at(&mut self, place: Place, kind: lydite_lang::StmtKind) -> StmtId {
        self.b.place = place;
        self.b.stmt(kind)
    }

    /// The variable of a pending parameter, made if needed.
    pub(crate) fn pending_var(&mut self, index: u32) -> VarId {
        let pending = self.pending[index as usize];
        if let Some(var) = pending.var {
            return var;
        }
        let var = self.b.program.vars.push(lydite_lang::Var {
            name: pending.name,
            ty: pending.ty,
            storage: lydite_lang::Storage::Param,
            init: None,
            align: None,
            attrs: Default::default(),
            place: pending.place,
        });
        self.pending[index as usize].var = Some(var);
        var
    }
}
