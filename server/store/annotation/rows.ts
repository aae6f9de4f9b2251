import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import {
  queueSettingsSchema,
  type AssignmentState,
  type QueueKind,
  type QueueSettings,
} from '../../../lib/contracts/annotation/queues.ts';
import type { AssignmentRow, ItemRow, QueueRow } from '../schema.ts';
import { sidesSwapped } from './sides.ts';
import type { KeptAssignment, KeptItem, KeptQueue } from './types.ts';

/** Rows of the catalog as the rest of the server sees them. */

/** Labels were checked when they were written. */
export function readDoc(json: string): LabelDoc {
  return JSON.parse(json) as LabelDoc;
}

/** Settings by their text: they are read with every assignment. */
const SETTINGS = new Map<string, QueueSettings>();
const KEPT_SETTINGS = 500;

function settingsOf(json: string): QueueSettings {
  const known = SETTINGS.get(json);
  if (known !== undefined) return known;
  const settings = queueSettingsSchema.parse(JSON.parse(json));
  if (SETTINGS.size >= KEPT_SETTINGS) SETTINGS.clear();
  SETTINGS.set(json, settings);
  return settings;
}

export function keptQueue(row: QueueRow): KeptQueue {
  return {
    n: row.n,
    id: row.id,
    project: row.project,
    name: row.name,
    kind: row.kind as QueueKind,
    state: row.state as KeptQueue['state'],
    source: row.source === null ? null : (JSON.parse(row.source) as KeptQueue['source']),
    settings: settingsOf(row.settings),
    everyone: row.everyone === 1,
    onboarding: row.onboarding,
    relabels: row.relabels,
    filledTo: row.filled_to,
    by: row.made_by,
    atMs: row.made_at,
  };
}

export function keptItem(row: ItemRow): KeptItem {
  return {
    n: row.n,
    id: row.id,
    run: row.run,
    otherRun: row.other_run === '' ? null : row.other_run,
    scenario: row.scenario,
    taskIdx: row.task_idx,
    gold: row.gold === null ? null : readDoc(row.gold),
    goldWhy: row.gold_why,
    path: row.path,
    fix: row.fix_seq < 0 ? null : { seq: row.fix_seq, note: row.fix_note ?? '' },
    removed: row.removed_at !== null,
  };
}

export function keptAssignment(row: AssignmentRow, queue: KeptQueue, item: KeptItem): KeptAssignment {
  return {
    n: row.n,
    id: row.id,
    otherAlias: row.other_alias,
    sidesSwapped:
      item.otherRun !== null &&
      sidesSwapped({ run: item.run, otherRun: item.otherRun }, row.person, row.round),
    queue,
    item,
    person: row.person,
    name: row.name,
    kind: row.kind as KeptAssignment['kind'],
    round: row.round,
    number: row.number,
    state: row.state as AssignmentState,
    reservedUntilMs: row.reserved_until,
    changedAtMs: row.changed_at,
    skipReason: row.skip_reason,
    schemaVersion: row.schema_version,
    guidelinesVersion: row.guidelines_version,
    revision: row.revision,
    draft: row.draft === null ? null : readDoc(row.draft),
    savedAtMs: row.saved_at,
    activeMs: row.active_ms,
    version: row.version,
    submittedAtMs: row.submitted_at,
    editableUntilMs: row.edit_until,
    returned:
      row.return_note === null || row.returned_at === null
        ? null
        : { note: row.return_note, atMs: row.returned_at },
    revealedAtMs: row.revealed_at,
  };
}
