import type { Page } from 'playwright';
import type { Budgets } from './budgets.ts';
import { BULK_SCENARIO } from './bulk-scenario.ts';
import { inTab, longestTask, mainThreadClock, msToShow, msUntil } from './page-times.ts';
import { callTool, msOfChanges, openSession, type OpenedSession } from './rest.ts';

/** The key that shows a state's neighbour. */
const PREVIOUS = 'k';
const NEXT = 'j';
const SWITCHES = 6;

/** A session, and what the observe pane must show of the state after each of its steps. */
export interface PlayedSession extends OpenedSession {
  readonly shows: readonly string[];
}

/** Writes and reads by turns, so that neighbours show in different tabs. */
export async function playLibrary(url: string, scenario: string, calls: number): Promise<PlayedSession> {
  const session = await openSession(url, scenario);
  const shows: string[] = [];
  for (let n = 1; n <= calls; n += 1) {
    if (n % 2 === 1) {
      const name = `Shelf number ${n} of the bench`;
      await callTool(url, session.id, 'create_reading_list', { name });
      shows.push(name);
    } else {
      const answer = await callTool(url, session.id, 'get_member', { member_id: 1 + (n % 5) });
      const email = /[\w.+-]+@[\w.-]+\w/.exec(answer)?.[0];
      if (email === undefined) throw new Error(`get_member answered without an address: ${answer}`);
      shows.push(email);
    }
  }
  return { ...session, shows };
}

export async function playBulk(url: string, calls: number): Promise<PlayedSession> {
  const session = await openSession(url, BULK_SCENARIO);
  const shows = Array.from({ length: calls }, (_, n) => `Note ${n + 1} of the bench`);
  for (const note of shows) await callTool(url, session.id, 'note_all', { note });
  return { ...session, shows };
}

/** How long the main thread was blocked at once, in ms. */
export interface Blocked {
  readonly loading: number[];
  readonly inUse: number[];
}

function address(url: string, id: string, query = ''): string {
  return `${url}/web/sessions/${id}${query}`;
}

/** Which page shows the steps: that of the session, or that of its run. */
export type StepsPage = 'session' | 'run';

/** Opening a session or run of many steps, then walking back from the newest step and forth again. */
export async function measureSteps(
  page: Page,
  url: string,
  session: PlayedSession,
  shownBy: StepsPage,
  rounds: number,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const open = budgets.add(`open a ${shownBy} of ${session.shows.length} steps`, 500);
  const first = budgets.add(`${shownBy}: step switch, first visit`, 50);
  const again = budgets.add(`${shownBy}: step switch, seen before`, 50);
  const cpu = budgets.add(`${shownBy}: step switch, computing of the main thread alone`, 50);
  const clock = await mainThreadClock(page);
  const newest = session.shows.length;
  const place = shownBy === 'session' ? address(url, session.id) : `${url}/web/runs/${session.recordId}`;
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(place, { waitUntil: 'commit' });
    open.push(await msUntil(page, inTab(session.shows[newest - 1] ?? '', newest)));
    await page.waitForTimeout(1_000);
    blocked.loading.push(await longestTask(page));
    const back = Array.from({ length: SWITCHES }, (_, n) => newest - 1 - n);
    const forth = Array.from({ length: SWITCHES }, (_, n) => newest - SWITCHES + 1 + n);
    for (const [key, seqs, into] of [
      [PREVIOUS, back, first],
      [NEXT, forth, again],
    ] as const) {
      for (const seq of seqs) {
        const shown = inTab(session.shows[seq - 1] ?? '', seq);
        await clock();
        into.push(await msToShow(page, 'keydown', shown, () => page.keyboard.press(key)));
        // As fast as a person reads.
        await page.waitForTimeout(250);
        cpu.push(await clock());
      }
    }
    blocked.inUse.push(await longestTask(page));
  }
}

/** A call made through the form: from the arrival of its answer to its rows in the Changes tab. */
export async function measureCalls(
  page: Page,
  url: string,
  scenario: string,
  calls: number,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const visible = budgets.add('changes of a call visible, after its answer', 100);
  const session = await openSession(url, scenario);
  await page.goto(address(url, session.id, '?tool=create_reading_list'));
  const form = page.getByRole('form', { name: 'create_reading_list', exact: true });
  const field = form.getByRole('textbox', { name: 'name', exact: true });
  await field.waitFor();
  // Who fills in a form has seen the page come to rest.
  await page.waitForLoadState('networkidle');
  await longestTask(page);
  for (let n = 1; n <= calls; n += 1) {
    const name = `List ${n} of the bench`;
    await field.fill(name);
    await page.waitForTimeout(500);
    const press = () => page.getByRole('button', { name: /^Call tool/ }).click();
    visible.push(await msToShow(page, 'click', inTab(name, n), press, `/${session.id}/step`));
  }
  blocked.inUse.push(await longestTask(page));
}

/** Steps that changed 50,000 rows each. */
export async function measureBulk(
  page: Page,
  url: string,
  session: PlayedSession,
  budgets: Budgets,
  blocked: Blocked,
): Promise<void> {
  const server = budgets.add('change set of 50,000 rows, the server’s first answer', 200);
  const again = budgets.add('change set of 50,000 rows, answered again', 200);
  const screen = budgets.add('change set of 50,000 rows, from key to rows on screen', 200);
  const half = Math.floor(session.shows.length / 2);
  for (let seq = 1; seq <= half; seq += 1) {
    server.push(await msOfChanges(url, session.recordId, seq));
    again.push(await msOfChanges(url, session.recordId, seq));
  }
  await page.goto(address(url, session.id, `?step=${half}`));
  await msUntil(page, inTab(session.shows[half - 1] ?? '', half));
  await page.waitForTimeout(1_000);
  blocked.loading.push(await longestTask(page));
  for (let seq = half + 1; seq <= session.shows.length; seq += 1) {
    const shown = inTab(session.shows[seq - 1] ?? '', seq);
    screen.push(await msToShow(page, 'keydown', shown, () => page.keyboard.press(NEXT)));
    await page.waitForTimeout(250);
  }
  blocked.inUse.push(await longestTask(page));
}
