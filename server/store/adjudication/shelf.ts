import { randomBytes } from 'node:crypto';
import type { RecordFilter } from '../../../lib/contracts/annotation/records.ts';
import type { Catalog } from '../catalog.ts';
import { storageError } from '../storage-error.ts';
import { readDecisions } from './decision-rows.ts';
import { DecisionDrafts } from './drafts.ts';
import { OpenedItems } from './opened.ts';
import type {
  AdjudicationShelf,
  DecideOutcome,
  Hold,
  KeptDecision,
  KeptProposal,
  NewDecision,
  Place,
  SaveOutcome,
} from './types.ts';

const newId = () => randomBytes(16).toString('hex');

export class CatalogAdjudication implements AdjudicationShelf {
  readonly #catalog: Catalog;
  readonly #homeDir: string;
  readonly #drafts: DecisionDrafts;
  readonly #opened: OpenedItems;
  #revision = 0;
  #inHand: ReturnType<OpenedItems['inHand']> | undefined;

  constructor(catalog: Catalog, homeDir: string) {
    this.#catalog = catalog;
    this.#homeDir = homeDir;
    this.#drafts = new DecisionDrafts(catalog);
    this.#opened = new OpenedItems(catalog);
  }

  revision(): number {
    return this.#revision;
  }

  holds(nowMs: number): readonly Hold[] {
    return this.#catalog
      .all(this.#catalog.query.selectFrom('adjudication_holds').selectAll().where('until', '>', nowMs))
      .map(({ item, person, name, until }) => ({ item, person, name, untilMs: until }));
  }

  /** Asked for with every request: read once after each write. */
  inHand(person: string | null): readonly { readonly item: string; readonly project: string }[] {
    this.#inHand ??= this.#opened.inHand();
    if (person === null) return [...this.#inHand.values()].flat();
    return this.#inHand.get(person) ?? [];
  }

  keptBlind(place: Place): boolean {
    return this.#opened.keptBlind(place);
  }

  hold(
    { item, person, name, project, run, untilMs }: Parameters<AdjudicationShelf['hold']>[0],
    nowMs: number,
  ): Hold {
    return this.#write(() => {
      const other = this.#holder(item, nowMs);
      if (other !== undefined && other.person !== person) return other;
      this.#opened.open({ item, person }, project, nowMs);
      this.#catalog.run(
        this.#catalog.query
          .replaceInto('adjudication_holds')
          .values({ item, run, person, name, until: untilMs }),
      );
      return { item, person, name, untilMs };
    });
  }

  giveBack(person: string, project: string, except: string | undefined): number {
    return this.#write(() => {
      const items = (this.#opened.inHand().get(person) ?? []).filter(
        (each) => each.project === project && each.item !== except,
      );
      for (const { item } of items) {
        this.#opened.giveBack({ item, person }, Date.now());
        this.#release(item, person);
      }
      return items.length;
    });
  }

  draft(place: Place) {
    return this.#drafts.get(place);
  }

  skipped(person: string) {
    return this.#drafts.skipped(person);
  }

  saveDraft(place: Place, save: Parameters<AdjudicationShelf['saveDraft']>[1]): SaveOutcome {
    return this.#write(() => this.#drafts.save(place, save, Date.now()));
  }

  reveal(place: Place): void {
    this.#write(() => this.#drafts.reveal(place, Date.now()));
  }

  skip(place: Place, reason: string): void {
    this.#write(() => {
      this.#drafts.skip(place, reason, Date.now());
      this.#opened.giveBack(place, Date.now());
      this.#release(place.item, place.person);
    });
  }

  decisions(filter: RecordFilter): readonly KeptDecision[] {
    return readDecisions(this.#reading(), { ...filter, undone: false });
  }

  standing(item: string): KeptDecision | undefined {
    return readDecisions(this.#reading(), { item, undone: false })[0];
  }

  versions(item: string): readonly KeptDecision[] {
    return readDecisions(this.#reading(), { item, undone: true }).toReversed();
  }

  decide(decision: NewDecision, how: Parameters<AdjudicationShelf['decide']>[1]): DecideOutcome {
    return this.#write((): DecideOutcome => {
      const { item, person } = decision;
      const same = how.key === null ? undefined : this.#byKey(item, how.key);
      if (same !== undefined) return { kind: 'decided', decision: same };
      const standing = this.standing(item);
      if (standing !== undefined) return { kind: 'standing', decision: standing };
      const hold = this.#holder(item, how.nowMs);
      if (hold !== undefined && hold.person !== person) return { kind: 'held', hold };
      if (how.save !== null) {
        const saved = this.#drafts.save({ item, person }, { ...how.save, basis: decision.basis }, how.nowMs);
        if (saved.kind === 'newer') return saved;
      }
      const made = this.#insert(decision, how.key);
      this.#release(item, person);
      this.#opened.forget(item);
      how.also();
      this.#revision += 1;
      return { kind: 'decided', decision: made };
    });
  }

  undo(item: string, by: string, also: () => void): boolean {
    return this.#write(() => {
      const undone = this.#catalog.run(
        this.#catalog.query
          .updateTable('decisions')
          .set({ undone_by: by, undone_at: Date.now() })
          .where('item', '=', item)
          .where('undone_at', 'is', null),
      );
      if (undone === 0) return false;
      also();
      this.#revision += 1;
      return true;
    });
  }

  propose({ atMs, ...proposal }: Parameters<AdjudicationShelf['propose']>[0]): void {
    this.#write(() =>
      this.#catalog.run(
        this.#catalog.query
          .insertInto('guideline_proposals')
          .values({ ...proposal, id: newId(), at: atMs, state: 'open', answered_by: null }),
      ),
    );
  }

  proposals(project: string): readonly KeptProposal[] {
    return this.#proposals().filter((each) => each.project === project);
  }

  answer(id: string, state: KeptProposal['state'], by: string): KeptProposal | undefined {
    this.#write(() =>
      this.#catalog.run(
        this.#catalog.query
          .updateTable('guideline_proposals')
          .set({ state, answered_by: state === 'open' ? null : by })
          .where('id', '=', id),
      ),
    );
    return this.#proposals().find((each) => each.id === id);
  }

  #proposals(): KeptProposal[] {
    const { query } = this.#catalog;
    return this.#catalog
      .all(query.selectFrom('guideline_proposals').selectAll().orderBy('at', 'desc'))
      .map(({ at, answered_by: answeredBy, ...row }) => ({ ...row, atMs: at, answeredBy }));
  }

  #reading(): Pick<Catalog, 'all' | 'query'> {
    return { all: (query) => this.#catalog.all(query), query: this.#catalog.query };
  }

  #holder(item: string, nowMs: number): Hold | undefined {
    return this.holds(nowMs).find((hold) => hold.item === item);
  }

  #release(item: string, person: string): void {
    this.#catalog.run(
      this.#catalog.query
        .deleteFrom('adjudication_holds')
        .where('item', '=', item)
        .where('person', '=', person),
    );
  }

  #byKey(item: string, key: string): KeptDecision | undefined {
    const found = this.#catalog.get(
      this.#catalog.query
        .selectFrom('decisions')
        .select('id')
        .where('item', '=', item)
        .where('submit_key', '=', key),
    );
    return this.versions(item).find(({ id }) => id === found?.id);
  }

  #insert(decision: NewDecision, key: string | null): KeptDecision {
    const made = { ...decision, id: newId(), version: this.versions(decision.item).length + 1, undone: null };
    this.#catalog.run(
      this.#catalog.query.insertInto('decisions').values({
        id: made.id,
        project: made.project,
        queue: made.queue,
        item: made.item,
        run: made.run,
        version: made.version,
        person: made.person,
        name: made.name,
        provenance: made.provenance,
        like: made.like,
        doc: JSON.stringify(made.doc),
        schema_version: made.schemaVersion,
        sources: JSON.stringify(made.from),
        basis: JSON.stringify(made.basis),
        reason: made.reason,
        section: made.section,
        revealed: made.revealed ? 1 : 0,
        submit_key: key,
        at: made.atMs,
        undone_by: null,
        undone_at: null,
      }),
    );
    return made;
  }

  #write<T>(write: () => T): T {
    this.#inHand = undefined;
    try {
      return this.#catalog.raw.transaction(write).immediate();
    } catch (error) {
      throw storageError(error, this.#homeDir);
    }
  }
}
