import { AppError } from '../../../lib/contracts/errors.ts';
import type { ChangeSet, TableChange, WireCell } from '../../../lib/contracts/evidence.ts';
import { cellKey } from '../../../lib/domain/wire-cell.ts';
import type { EpisodeRecord, Store, StepRecord } from '../../store/types.ts';

/** What of a long run is shown; the rest is counted. */
const STEPS = 1_000;
const TEXT = 8_000;
const ROWS = 50;

/**
 * A run as a page by itself: no script, nothing is loaded, all that was recorded is escaped. Made a step at a time.
 * @throws AppError not_found, conflict while the run goes on
 */
export async function* reportHtml(store: Store, id: string, signal: AbortSignal): AsyncGenerator<string> {
  const run = store.episode(id);
  if (run === undefined) throw new AppError('not_found', 'There is no such run; it may have been deleted.');
  if (run.endedAtMs === null)
    throw new AppError('conflict', 'The run has not ended yet; export it when it has.');
  yield head(run);
  yield provenance(run);
  for (let seq = 1; seq <= Math.min(run.steps, STEPS); seq += 1) {
    signal.throwIfAborted();
    const [step] = store.steps(id, { from: seq, to: seq });
    if (step === undefined) break;
    yield `<section><h2 id="s${String(seq)}">${String(seq)} · ${esc(step.toolName ?? step.kind)}</h2>${stepBody(step)}`;
    if (step.wrote) yield await changesOf(store, id, seq, signal);
    yield '</section>';
  }
  if (run.steps > STEPS) yield `<p>${String(run.steps - STEPS)} further steps are not shown.</p>`;
  yield '</main></body></html>\n';
}

const LETTERS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML; control characters and direction marks, which could lie about what is read, as their codes. */
function esc(text: string): string {
  return text
    .replace(/[&<>"']/g, (letter) => LETTERS[letter] ?? '')
    .replace(
      /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu,
      (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    );
}

function cut(text: string): string {
  return text.length <= TEXT
    ? esc(text)
    : `${esc(text.slice(0, TEXT))}… (${String(text.length - TEXT)} more characters)`;
}

const STYLE = `:root{color-scheme:light dark;--line:#d4d4d8;--soft:#f4f4f5;--ok:#166534;--bad:#b91c1c}
@media(prefers-color-scheme:dark){:root{--line:#3f3f46;--soft:#18181b;--ok:#86efac;--bad:#fca5a5}}
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1.5rem}
h1{font-size:1.4rem}h2{font-size:1rem;border-top:1px solid var(--line);padding-top:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);padding:.6rem;font:13px/1.45 ui-monospace,monospace}
table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:.2rem .5rem;text-align:left;vertical-align:top}
blockquote{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--line);white-space:pre-wrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
.ok{color:var(--ok)}.bad{color:var(--bad)}del,ins{text-decoration:none}
@media print{section{break-inside:avoid}main{max-width:none;padding:0}}`;

function head(run: EpisodeRecord): string {
  const title = `${run.scenario}${run.taskIdx === null ? '' : `, task ${String(run.taskIdx)}`}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${esc(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${esc(title)}</h1><p>${cut(run.task ?? 'No task.')}</p>`;
}

function provenance(run: EpisodeRecord): string {
  const verdict =
    run.verdict === null
      ? 'never verified'
      : `<span class="${run.verdict === 'complete' ? 'ok' : 'bad'}">${esc(run.verdict)}</span>, reward ${String(run.reward)}`;
  const { experiment, policy, checkpoint, train_step: step, group, sample, tags } = run.run;
  const rows: [string, string | undefined][] = [
    ['Verdict', verdict],
    ['Answer', run.finalAnswer === null ? undefined : cut(run.finalAnswer)],
    ['Run', run.id],
    ['Played by', esc(run.actor)],
    ['Origin', esc(run.origin)],
    ['Started', new Date(run.startedAtMs).toISOString()],
    ['Ended', `${new Date(run.endedAtMs ?? run.startedAtMs).toISOString()} (${esc(run.endReason ?? '')})`],
    ['Experiment', experiment],
    ['Policy', policy],
    ['Checkpoint', checkpoint],
    ['Train step', step?.toString()],
    ['Group', group],
    ['Sample', sample?.toString()],
    ['Tags', tags?.join(', ')],
    ['Scenario', `${esc(run.pack)} ${esc(run.scenarioHash)}`],
    ['First state', run.initialHash],
    ['Final state', run.finalHash],
    ...run.missing.map((line): [string, string] => ['Missing', line]),
  ];
  const made = new Set(['Verdict', 'Answer', 'Played by', 'Origin', 'Ended', 'Scenario']);
  const items = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`<dt>${name}</dt><dd>${made.has(name) ? value : esc(value)}</dd>`],
  );
  return `<dl>${items.join('')}</dl>`;
}

function stepBody(step: StepRecord): string {
  const words = wordsOf(step.clientMetadata).map((text) => `<blockquote>${cut(text)}</blockquote>`);
  const args = step.argumentsJson === null ? '' : `<pre>${cut(step.argumentsJson)}</pre>`;
  const notes = [
    step.rewardType === null ? '' : esc(step.rewardType),
    step.httpStatus === null ? '' : `HTTP ${String(step.httpStatus)}`,
    step.reconstructed ? 'state rebuilt by replay' : '',
    step.problem === null ? '' : esc(step.problem.message),
  ].filter((note) => note !== '');
  return `${words.join('')}${args}<pre>${cut(answerOf(step.observationJson))}</pre><p>${notes.join(' · ')}</p>`;
}

function wordsOf(metadata: unknown): string[] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  const { message, reasoning } = metadata as { message?: unknown; reasoning?: unknown };
  return [reasoning, message].filter((text): text is string => typeof text === 'string' && text !== '');
}

function answerOf(json: string): string {
  try {
    const { tool_result: result, error } = JSON.parse(json) as { tool_result?: unknown; error?: unknown };
    const told = result ?? error;
    return typeof told === 'string' ? told : json;
  } catch {
    return json;
  }
}

async function changesOf(store: Store, id: string, seq: number, signal: AbortSignal): Promise<string> {
  const answer = await store.states.changes(id, { from: seq - 1, to: seq, offset: 0, limit: ROWS }, signal);
  return answer.state === 'ok' ? changeTables(answer) : `<p>${esc(answer.message)}</p>`;
}

function changeTables({ tables }: ChangeSet): string {
  return tables.map(changeTable).join('');
}

function changeTable(table: TableChange): string {
  const names = table.columns.map(({ name }) => `<th>${esc(name)}</th>`).join('');
  const rows = table.rows.map(({ kind, before, after, changed }) => {
    const cells = table.columns.map((_, i) => {
      const [was, now] = [before?.[i], after?.[i]];
      if (kind === 'updated' && changed.includes(i))
        return `<td><del>− ${shown(was)}</del><br><ins>+ ${shown(now)}</ins></td>`;
      return `<td>${shown(kind === 'deleted' ? was : now)}</td>`;
    });
    return `<tr><td>${SIGNS[kind]}</td>${cells.join('')}</tr>`;
  });
  const more = table.nextOffset === null ? '' : '<p>More rows changed than are shown.</p>';
  const counts = `${String(table.inserted)} added, ${String(table.updated)} changed, ${String(table.deleted)} removed`;
  return `<h3>${esc(table.name)}: ${counts}</h3><table><thead><tr><th></th>${names}</tr></thead><tbody>${rows.join('')}</tbody></table>${more}`;
}

const SIGNS = { inserted: '+ added', deleted: '− removed', updated: '~ changed' } as const;

function shown(cell: WireCell | undefined): string {
  return cell === undefined || cell === null ? 'NULL' : cut(cellKey(cell) ?? '');
}
