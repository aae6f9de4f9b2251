/**
 * A reading of the run table: windows of one epoch are as the first of them was read. Coming back within some minutes finds
 * the same reading again, so that Back restores what was in sight.
 */
const KEPT_MS = 4 * 60_000;

let epoch = 0;
let madeAtMs = 0;

export function currentEpoch(): number {
  return Date.now() - madeAtMs < KEPT_MS ? epoch : newEpoch();
}

export function newEpoch(): number {
  madeAtMs = Date.now();
  epoch += 1;
  return epoch;
}
