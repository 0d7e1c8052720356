//! Initialisers: designators and brace elision resolved into a tree of sub-objects.

use crate::error::Res;
use crate::items::{Items, Step};
use crate::parser::Parser;
use crate::token::T;
use lydite_lang::{
    ArrayLen, ExprId, ExprKind, FieldIdx, Init, Place, QType, RecordId, RecordKind, TypeId, TypeKind, VarId,
};

/// One aggregate on the way from the braces to the current sub-object.
#[derive(Clone, Copy, Debug)]
struct Frame {
    ty: TypeId,
    /// The current sub-object, up to the last one of a range.
    index: u64,
    last: u64,
    /// How many sub-objects there are; `u64::MAX` for arrays of unknown length.
    count: u64,
    is_union: bool,
}

impl Frame {
    fn step(&self) -> Step {
        Step { index: self.index, last: self.last, is_union: self.is_union }
    }
}

impl Parser<'_> {
    /// Reads a variable's initialiser (after `=`), completing its type if it is an array of unknown length.
    pub(crate) fn initialise(&mut self, var: VarId) -> Res<()> {
        let ty = self.b.program.vars[var].ty;
        let place = self.tok.place;
        if self.b.program.types.is_vla(ty.ty) && !(self.at(T::LBrace) && self.peek()?.kind == T::RBrace) {
            return Err(self.fail_at(place, "variable-sized object may not be initialized"));
        }
        let (init, ty) = self.initializer(ty)?;
        if self.b.program.vars[var].storage.is_static() {
            self.check_static(&init)?;
        }
        let info = &mut self.b.program.vars[var];
        info.init = Some(init);
        info.ty = ty;
        Ok(())
    }

    /// An initialiser for an object of a type; the type with its array length completed.
    pub(crate) fn initializer(&mut self, ty: QType) -> Res<(Init, QType)> {
        let place = self.tok.place;
        let types = &self.b.program.types;
        let unknown = matches!(types.kind(ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. });
        if types.size_of(ty.ty).is_none() && !unknown && !types.is_vla(ty.ty) {
            let text = self.type_text(ty.plain());
            return Err(self.fail_at(place, format!("an initialiser for an object of incomplete type {text}")));
        }
        if self.at(T::LBrace) {
            return self.braced(ty);
        }
        let e = self.assignment()?;
        self.b.place = place;
        if types_array(self, ty.ty).is_some() {
            if let Some(init) = self.whole_array(ty.ty, e) {
                let ty = self.completed(ty, self.literal_length(e));
                return Ok((init, ty));
            }
            return Err(self.fail_at(place, "an array needs a list or a string literal as initialiser"));
        }
        let init = self.converted(e, ty.ty)?;
        Ok((init, ty))
    }

    fn converted(&mut self, e: ExprId, ty: TypeId) -> Res<Init> {
        let place = self.b.program.exprs[e].place;
        self.b.place = place;
        if self.unmodelled(ty) {
            let text = self.type_text(ty.into());
            return Err(self.unsupported_at(place, format!("an object of type {text}")));
        }
        let e = self.b.convert(e, ty);
        self.built(e).map(Init::Expr)
    }

    /// An array's initialiser that is one expression: a string literal, or (GNU) a compound literal of the same type.
    fn whole_array(&self, ty: TypeId, e: ExprId) -> Option<Init> {
        let program = &self.b.program;
        let (elem, _) = program.types.array_parts(ty)?;
        match program.exprs[e].kind {
            ExprKind::Str(id) => {
                let own = program.strings[id].elem;
                let fits = if own == TypeId::CHAR {
                    program.types.is_character(elem.ty)
                } else {
                    program.types.is_integer(elem.ty) && program.types.size_of(own) == program.types.size_of(elem.ty)
                };
                fits.then_some(Init::Str(id))
            }
            ExprKind::CompoundLiteral(var) => {
                let (own, _) = program.types.array_parts(program.vars[var].ty.ty)?;
                if own.ty == elem.ty { program.vars[var].init.clone() } else { None }
            }
            _ => None,
        }
    }

    /// The number of elements of an array-typed expression.
    fn literal_length(&self, e: ExprId) -> u64 {
        match self.b.program.types.array_parts(self.b.type_of(e)) {
            Some((_, ArrayLen::Fixed(n))) => n,
            _ => 0,
        }
    }

    /// The type with this length if its own is unknown.
    fn completed(&mut self, ty: QType, len: u64) -> QType {
        match *self.b.program.types.kind(ty.ty) {
            TypeKind::Array { elem, len: ArrayLen::Unknown } => {
                QType { ty: self.b.program.types.array(elem, ArrayLen::Fixed(len)), quals: ty.quals }
            }
            _ => ty,
        }
    }

    /// `{ ... }`
    fn braced(&mut self, ty: QType) -> Res<(Init, QType)> {
        self.enter()?;
        let place = self.bump()?.place;
        let result = if let Some(frame) = self.frame(ty.ty) {
            self.list(ty, frame, place)?
        } else if self.at(T::RBrace) {
            // GNU and C23: an empty list is zero.
            (Init::List(Vec::new()), ty)
        } else {
            let inner = if self.at(T::LBrace) {
                self.braced(ty)?.0
            } else {
                let e = self.assignment()?;
                self.converted(e, ty.ty)?
            };
            // Excess elements are evaluated by nobody.
            while self.eat(T::Comma)? && !self.at(T::RBrace) {
                self.excess()?;
            }
            (inner, ty)
        };
        self.expect(T::RBrace)?;
        self.leave();
        Ok(result)
    }

    /// Reads and drops an element beyond the end of its object, as compilers do with a warning.
    fn excess(&mut self) -> Res<()> {
        if self.at(T::LBrace) {
            self.enter()?;
            self.bump()?;
            while !self.at(T::RBrace) {
                self.excess()?;
                if !self.eat(T::Comma)? {
                    break;
                }
            }
            self.expect(T::RBrace)?;
            self.leave();
            return Ok(());
        }
        self.assignment().map(|_| ())
    }

    /// The frame of an aggregate at its first sub-object; none for scalars.
    fn frame(&self, ty: TypeId) -> Option<Frame> {
        let types = &self.b.program.types;
        let (count, is_union) = match *types.kind(ty) {
            TypeKind::Array { len: ArrayLen::Fixed(n), .. } => (n, false),
            TypeKind::Array { .. } => (u64::MAX, false),
            TypeKind::Vector { lanes, .. } => (lanes.into(), false),
            TypeKind::Record(id) => {
                let record = &types.records[id];
                (record.fields.len() as u64, record.kind == RecordKind::Union)
            }
            _ => return None,
        };
        let mut frame = Frame { ty, index: 0, last: 0, count, is_union };
        self.skip_unnamed(&mut frame);
        Some(frame)
    }

    /// Moves past unnamed bit-fields, which are not initialised.
    fn skip_unnamed(&self, frame: &mut Frame) {
        let types = &self.b.program.types;
        let Some(record) = types.record_of(frame.ty) else { return };
        let fields = &types.records[record].fields;
        while fields.get(frame.index as usize).is_some_and(|f| f.name.is_none() && f.bits.is_some()) {
            frame.index += 1;
        }
        frame.last = frame.index;
    }

    /// The type of the sub-object a frame is at.
    fn sub_type(&self, frame: &Frame) -> Option<QType> {
        if frame.index >= frame.count {
            return None;
        }
        let types = &self.b.program.types;
        match *types.kind(frame.ty) {
            TypeKind::Array { elem, .. } => Some(elem),
            TypeKind::Vector { elem, .. } => Some(elem.into()),
            TypeKind::Record(id) => types.records[id].fields.get(frame.index as usize).map(|f| f.ty),
            _ => None,
        }
    }

    fn list(&mut self, ty: QType, first: Frame, place: Place) -> Res<(Init, QType)> {
        let mut path = vec![first];
        let mut items = Items::new();
        let mut length = 0;
        let mut started = false;
        // `char s[] = {"text"}`
        if self.at(T::Str) && types_array(self, ty.ty).is_some_and(|elem| self.b.program.types.is_integer(elem.ty)) {
            let next = self.peek()?.kind;
            if matches!(next, T::RBrace | T::Comma | T::Str) {
                let e = self.assignment()?;
                if let Some(init) = self.whole_array(ty.ty, e) {
                    self.eat(T::Comma)?;
                    let ty = self.completed(ty, self.literal_length(e));
                    return Ok((init, ty));
                }
                self.place_value(&mut path, &mut items, e)?;
                length = path[0].last.saturating_add(1);
                started = true;
                if !self.eat(T::Comma)? {
                    return Ok((Init::List(items.finish()), self.completed(ty, length)));
                }
            }
        }
        while !self.at(T::RBrace) {
            let designated =
                matches!(self.tok.kind, T::Dot | T::LBracket) || self.at(T::Ident) && self.peek()?.kind == T::Colon;
            if designated {
                path.truncate(1);
                self.designators(&mut path)?;
            } else if started {
                self.advance(&mut path);
            }
            started = true;
            if path.is_empty() {
                path.push(Frame { index: first.count, last: first.count, ..first });
            }
            if path[0].index >= path[0].count {
                self.excess()?;
            } else {
                if path[0].last >= 1 << 40 {
                    return Err(self.fail_at(place, "too many elements in an initialiser"));
                }
                if self.at(T::LBrace) {
                    self.place_braced(&mut path, &mut items)?;
                } else {
                    let e = self.assignment()?;
                    self.place_value(&mut path, &mut items, e)?;
                }
                if let Some(frame) = path.first().filter(|f| f.index < f.count) {
                    length = length.max(frame.last.saturating_add(1));
                }
            }
            if !self.eat(T::Comma)? {
                break;
            }
        }
        Ok((Init::List(items.finish()), self.completed(ty, length)))
    }

    /// Moves to the next sub-object, leaving aggregates that are full.
    fn advance(&self, path: &mut Vec<Frame>) {
        while let Some(mut top) = path.pop() {
            top.index = if top.is_union { top.count } else { top.last.saturating_add(1) };
            top.last = top.index;
            self.skip_unnamed(&mut top);
            if top.index < top.count || path.is_empty() {
                path.push(top);
                return;
            }
        }
    }

    /// `.name`, `[index]`, `[first ... last]`, or GNU's old `name:`.
    fn designators(&mut self, path: &mut Vec<Frame>) -> Res<()> {
        let mut deeper = false;
        loop {
            if deeper && matches!(self.tok.kind, T::Dot | T::LBracket) {
                let sub = path.last().and_then(|f| self.sub_type(f));
                match sub.and_then(|ty| self.frame(ty.ty)) {
                    Some(frame) => path.push(frame),
                    None => return Err(self.fail_at(self.tok.place, "a designator into something that has no members")),
                }
            }
            let Some(&top) = path.last() else { return Err(self.unexpected("an initialiser")) };
            let place = self.tok.place;
            match self.tok.kind {
                T::Dot => {
                    self.bump()?;
                    let token = self.expect(T::Ident)?;
                    self.designate_member(path, token.name, token.place)?;
                }
                T::Ident if !deeper => {
                    let token = self.bump()?;
                    self.expect(T::Colon)?;
                    return self.designate_member(path, token.name, token.place);
                }
                T::LBracket => {
                    if !matches!(self.b.program.types.kind(top.ty), TypeKind::Array { .. } | TypeKind::Vector { .. }) {
                        return Err(self.fail_at(place, "array index in non-array initializer"));
                    }
                    self.bump()?;
                    let index = self.constant_expression()?;
                    let last = if self.eat(T::Ellipsis)? { self.constant_expression()? } else { index };
                    self.expect(T::RBracket)?;
                    let limit = top.count.min(1 << 40);
                    match (u64::try_from(index), u64::try_from(last)) {
                        (Ok(index), Ok(last)) if index <= last && last < limit => {
                            if let Some(top) = path.last_mut() {
                                top.index = index;
                                top.last = last;
                            }
                        }
                        _ => return Err(self.fail_at(place, "array index in initializer exceeds array bounds")),
                    }
                }
                _ => break,
            }
            deeper = true;
        }
        // GNU allows the `=` to be left out after `[index]`.
        self.eat(T::Eq)?;
        Ok(())
    }

    fn designate_member(&mut self, path: &mut Vec<Frame>, name: lydite_lang::Name, place: Place) -> Res<()> {
        let top = path.last().map(|f| f.ty);
        let record: Option<RecordId> = top.and_then(|ty| self.b.program.types.record_of(ty));
        let Some(steps) = record.and_then(|id| self.b.program.types.find_field(id, name)) else {
            let text = self.text(name).to_owned();
            let of = top.map_or(String::new(), |ty| format!(" in {}", self.type_text(ty.into())));
            return Err(self.fail_at(place, format!("no member '{text}'{of}")));
        };
        for (i, FieldIdx(index)) in steps.into_iter().enumerate() {
            if i > 0 {
                let sub = path.last().and_then(|f| self.sub_type(f)).and_then(|ty| self.frame(ty.ty));
                match sub {
                    Some(frame) => path.push(frame),
                    None => return Err(self.fail_at(place, "a designator into something that has no members")),
                }
            }
            if let Some(top) = path.last_mut() {
                top.index = index.into();
                top.last = index.into();
            }
        }
        Ok(())
    }

    fn place_braced(&mut self, path: &mut [Frame], items: &mut Items) -> Res<()> {
        let Some(ty) = path.last().and_then(|f| self.sub_type(f)) else { return self.excess() };
        let (init, _) = self.braced(ty)?;
        items.store(path.iter().map(Frame::step), init);
        Ok(())
    }

    /// Puts a value where it belongs: the current sub-object, or the first one inside it that it fits.
    fn place_value(&mut self, path: &mut Vec<Frame>, items: &mut Items, e: ExprId) -> Res<()> {
        let mut empty = 0;
        loop {
            let Some(ty) = path.last().and_then(|f| self.sub_type(f)) else { return Ok(()) };
            let own = self.b.type_of(e);
            if types_array(self, ty.ty).is_some()
                && let Some(init) = self.whole_array(ty.ty, e)
            {
                items.store(path.iter().map(Frame::step), init);
                return Ok(());
            }
            let types = &self.b.program.types;
            let whole = match types.kind(ty.ty) {
                TypeKind::Array { .. } => false,
                TypeKind::Record(_) => own == ty.ty,
                TypeKind::Vector { .. } => types.is_vector(own),
                _ => true,
            };
            if whole {
                let init = self.converted(e, ty.ty)?;
                items.store(path.iter().map(Frame::step), init);
                return Ok(());
            }
            match self.frame(ty.ty) {
                Some(frame) if frame.index < frame.count => path.push(frame),
                // An aggregate without sub-objects takes no value.
                _ => {
                    empty += 1;
                    if empty > 10_000 {
                        return Err(
                            self.unsupported_at(self.tok.place, "an initialiser for thousands of empty objects")
                        );
                    }
                    self.advance(path);
                    if path.first().is_none_or(|f| f.index >= f.count) {
                        return Ok(());
                    }
                }
            }
            if path.len() > 1000 {
                return Err(self.unsupported_at(self.tok.place, "an object nested deeper than 1000 levels"));
            }
        }
    }
}

fn types_array(parser: &Parser<'_>, ty: TypeId) -> Option<QType> {
    parser.b.program.types.array_parts(ty).map(|parts| parts.0)
}
