import type { StepMark } from '../../../lib/contracts/annotation/label-doc.ts';
import type { ItemSession } from './item-session.ts';
import { t } from './messages.ts';
import * as acts from './model/acts.ts';
import { preferred } from './preferred.ts';
import { openSteps } from './model/missing.ts';

/** What the keys and the buttons do to an item's label. Each says what it did. */
export function labelActs(item: ItemSession) {
  const { label, view, seqs, assignment } = item;
  const schema = assignment.schema.doc;
  const [first] = item.sides;
  const rows = first?.rows ?? [];
  const rowNow = () => rows.find(({ id }) => id === view.getState().rowId);
  const at = (section: string | null): void => view.setState({ section });

  function move(by: number): void {
    const { side, rowId } = view.getState();
    const list = item.sides[side]?.rows ?? [];
    const index = list.findIndex(({ id }) => id === rowId);
    const next = list[Math.min(list.length - 1, Math.max(0, index + by))];
    if (next !== undefined) item.go(next.id);
  }

  function toEnd(end: 'first' | 'last'): void {
    const list = item.sides[view.getState().side]?.rows ?? [];
    const row = end === 'first' ? list[0] : list.at(-1);
    if (row !== undefined) item.go(row.id);
  }

  /** Marks a step; from the keyboard it goes on to the next one that can be marked. */
  function mark(value: acts.Mark, seq: number | null | undefined, goOn: boolean): void {
    if (schema.steps === 'off' || seq === null || seq === undefined || !seqs.includes(seq)) {
      label.say(t('labelling.said.notMarked'));
      if (goOn) move(1);
      return;
    }
    label.act(
      (doc) => acts.markStep(doc, seq, value, seqs),
      () => t('labelling.said.mark', { step: seq, mark: markText(value) }),
    );
    if (!goOn) return;
    const index = rows.findIndex((row) => row.markSeq === seq);
    const next = rows.slice(index + 1).find((row) => row.markSeq !== null);
    if (next !== undefined) item.go(next.id);
  }

  function unmark(seq: number | null | undefined): void {
    if (seq === null || seq === undefined) return;
    label.act(
      (doc) => acts.unmarkStep(doc, seq, seqs),
      () => t('labelling.said.unmark', { step: seq }),
    );
  }

  return {
    move,
    toEnd,
    mark,
    markHere: (value: acts.Mark) => mark(value, rowNow()?.markSeq, true),
    unmark,
    unmarkHere: () => unmark(rowNow()?.markSeq),
    markRest(value: acts.Mark) {
      if (schema.steps === 'off') return;
      const count = openSteps(label.store.getState().doc, seqs).length;
      label.act(
        (doc) => acts.markRest(doc, value, seqs),
        () =>
          count === 0
            ? t('labelling.said.nothingOpen')
            : t('labelling.said.rest', { count, mark: markText(value) }),
      );
    },
    inherit() {
      const shared = assignment.shared;
      if (shared === null) return;
      label.act(
        (doc) => acts.inherit(doc, shared.marks, seqs),
        () => t('labelling.said.inherited'),
      );
      // What is left to do begins behind what was taken over.
      const open = openSteps(label.store.getState().doc, seqs)[0];
      const next = rows.find(({ markSeq }) => markSeq === open);
      if (open !== undefined && next !== undefined) item.go(next.id);
    },
    clearInherited() {
      label.act(
        (doc) => acts.clearInherited(doc, seqs),
        () => t('labelling.said.cleared'),
      );
    },
    outcome(index: number) {
      const option = schema.outcomes[index];
      if (option === undefined) return;
      at(option.section);
      label.act(
        (doc) => acts.setOutcome(doc, option.value),
        () => t('labelling.said.outcome', { label: option.label }),
      );
    },
    preference(value: 'a' | 'b' | 'tie') {
      label.act(
        (doc) => ({ ...doc, preference: value }),
        () => t('labelling.said.preference', { label: preferred(value) }),
      );
    },
    firstErrorHere(seq: number | undefined = rowNow()?.seq) {
      if (!schema.firstError || seq === undefined) return;
      label.act(
        (doc) => acts.chooseFirstError(doc, seq, seqs),
        ({ firstError }) =>
          typeof firstError === 'object' && firstError !== null
            ? t('labelling.said.firstError', { step: firstError.seq })
            : t('labelling.said.firstErrorOpen'),
      );
    },
    noError() {
      if (!schema.firstError) return;
      label.act(
        (doc) => acts.toggleNoError(doc, seqs),
        ({ firstError }) =>
          t(firstError === 'none' ? 'labelling.said.noError' : 'labelling.said.firstErrorOpen'),
      );
    },
    tag(value: string) {
      const tag = schema.tags.find((one) => one.value === value);
      if (tag === undefined) return;
      at(tag.section);
      label.act(
        (doc) => acts.cycleTag(doc, value, schema),
        ({ tags }) => {
          const set = tags.find((one) => one.value === value);
          if (set === undefined) return t('labelling.said.tagOff', { label: tag.label });
          return set.severity === null
            ? t('labelling.said.tagOnPlain', { label: tag.label })
            : t('labelling.said.tagOn', {
                label: tag.label,
                severity: t(`labelling.severities.${set.severity}`),
              });
        },
      );
    },
    /** False where no tag has the letter. */
    tagByLetter(letter: string): boolean {
      const tag = schema.tags.find(({ key }) => key === letter);
      if (tag === undefined) {
        label.say(t('labelling.said.noSuchTag', { letter }));
        return false;
      }
      this.tag(tag.value);
      return true;
    },
    removeTag(value: string) {
      label.act(
        (doc) => acts.removeTag(doc, value),
        () =>
          t('labelling.said.tagOff', {
            label: schema.tags.find((tag) => tag.value === value)?.label ?? value,
          }),
      );
    },
    confidence(value?: string) {
      label.act(
        (doc) => (value === undefined ? acts.cycleConfidence(doc, schema) : { ...doc, confidence: value }),
        ({ confidence }) => {
          const level = schema.confidence.find((one) => one.value === confidence);
          return t('labelling.said.confidence', { label: level?.label ?? '' });
        },
      );
    },
    rationale(text: string) {
      label.act(
        (doc) => (doc.rationale === text ? doc : { ...doc, rationale: text }),
        () => '',
        'rationale',
      );
    },
    field(id: string, value: acts.FieldValue, typed: boolean) {
      at(schema.fields.find((field) => field.id === id)?.section ?? null);
      label.act(
        (doc) => acts.setField(doc, id, value),
        () => '',
        typed ? `field:${id}` : undefined,
      );
    },
    flag() {
      label.act(
        (doc) => ({ ...doc, flagged: !doc.flagged }),
        ({ flagged }) => t(flagged ? 'labelling.said.flag' : 'labelling.said.unflag'),
      );
    },
    /** False where there was nothing of this item left to undo. */
    undo(): boolean {
      const done = label.undo();
      if (done) label.say(t('labelling.said.undone'));
      return done;
    },
    redo() {
      label.say(t(label.redo() ? 'labelling.said.redone' : 'labelling.said.nothingToRedo'));
    },
  };
}

export type LabelActs = ReturnType<typeof labelActs>;

export function markText(value: StepMark['value']): string {
  return value === -1 ? '−1' : value === 0 ? '0' : '+1';
}
