/** Numbers in [0, 1), the same for the same seed everywhere: Chris Doty-Humphrey's sfc32, which passes PractRand. */
export function seededRandom(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }
  // Near seeds begin alike.
  for (let round = 0; round < 15; round += 1) next();
  return next;
}
