import type { Store } from '../../store/types.ts';
import { recordedAnswer } from '../replay/index.ts';

/**
 * Steps of a run whose call answered otherwise in another one that shares its steps before `from`; times and random values
 * aside. `made`: where in the other one the call was made. @throws AppError deadline_exceeded, capacity_reached
 */
export async function changedAnswers(
  store: Store,
  runs: { readonly was: string; readonly now: string; readonly from: number },
  made: ReadonlyMap<number, number>,
): Promise<number[]> {
  const { follower } = store.branches;
  await using was = await follower.open(runs.was);
  await using now = await follower.open(runs.now);
  let [atWas, atNow] = [0, 0];
  const changed: number[] = [];
  for (const [seq, seqNow] of made) {
    while (atWas < seq) await was.recorded(++atWas);
    while (atNow < seqNow) await now.recorded(++atNow);
    const [[before], [after]] = [
      store.steps(runs.was, { from: seq, to: seq }),
      store.steps(runs.now, { from: seqNow, to: seqNow }),
    ];
    if (before === undefined || after === undefined) continue;
    const [a, b] = [recordedAnswer(before), recordedAnswer(after)];
    const match =
      a.ok === b.ok
        ? await follower.match({ track: was, text: a.text }, { track: now, text: b.text })
        : 'different';
    if (match === 'different' || match === 'order') changed.push(seq);
  }
  return changed;
}
