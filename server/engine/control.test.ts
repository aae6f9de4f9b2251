import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Control } from './control.ts';

const ONE = 'page-one';
const TWO = 'page-two';

let changes: number;
let control: Control;

beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  control = new Control({ onChange: () => void (changes += 1) });
});

afterEach(() => {
  control[Symbol.dispose]();
  vi.useRealTimers();
});

describe('control', () => {
  it('goes to the first page; another one may not act, and learns whom to ask', () => {
    control.join(ONE);
    control.join(TWO);
    expect(control.info).toMatchObject({ holder: ONE, pages: [{ number: 1 }, { number: 2 }] });
    expect(() => control.admit(ONE)).not.toThrow();
    expect(() => control.admit(TWO)).toThrow(/Tab 1 holds control .*Ask for it/);
    expect(() => control.admit(null)).toThrow(/Tab 1 holds control/);
  });

  it('lets a caller that is no page act while nobody holds it, and gives it nothing', () => {
    control.admit(null);
    expect(control.info.holder).toBeNull();
    control.admit(ONE);
    expect(control.info.holder).toBe(ONE);
  });

  it('is handed over to the page that asks, or kept', () => {
    control.join(ONE);
    control.join(TWO);
    control.ask(TWO);
    expect(control.info).toMatchObject({ holder: ONE, requestedBy: TWO });
    control.keep(ONE);
    expect(control.info).toMatchObject({ holder: ONE, requestedBy: null });
    vi.advanceTimersByTime(20_000);
    expect(control.info.holder).toBe(ONE);
    control.ask(TWO);
    control.handOver(ONE, undefined);
    expect(control.info).toMatchObject({ holder: TWO, requestedBy: null });
    expect(() => control.handOver(ONE, TWO)).toThrow(/Tab 2 holds/);
  });

  it('passes over when the holder does not answer within 10 s', () => {
    control.join(ONE);
    control.join(TWO);
    control.ask(TWO);
    vi.advanceTimersByTime(9_990);
    expect(control.info.holder).toBe(ONE);
    vi.advanceTimersByTime(20);
    expect(control.info.holder).toBe(TWO);
  });

  it('passes over when the holder is gone for 5 s, and a reload in between loses nothing', () => {
    const leave = control.join(ONE);
    control.join(TWO);
    leave();
    vi.advanceTimersByTime(3_000);
    const again = control.join(ONE);
    vi.advanceTimersByTime(10_000);
    expect(control.info.holder).toBe(ONE);
    again();
    control.ask(TWO);
    expect(control.info.holder).toBe(ONE);
    vi.advanceTimersByTime(5_010);
    expect(control.info.holder).toBe(TWO);
  });

  it('is free again when its holder is gone, and taken by who acts or comes next', () => {
    const leave = control.join(ONE);
    control.join(TWO);
    leave();
    vi.advanceTimersByTime(5_010);
    expect(control.info).toMatchObject({ holder: null, pages: [{ id: TWO, number: 2 }] });
    control.admit(TWO);
    expect(control.info.holder).toBe(TWO);
  });

  it('forgets the question of a page that went away', () => {
    control.join(ONE);
    const leave = control.join(TWO);
    control.ask(TWO);
    leave();
    vi.advanceTimersByTime(5_010);
    expect(control.info).toMatchObject({ holder: ONE, requestedBy: null });
    vi.advanceTimersByTime(10_000);
    expect(control.info.holder).toBe(ONE);
  });

  it('is given to any page that watches, and let go', () => {
    control.join(ONE);
    control.join(TWO);
    control.handOver(ONE, TWO);
    expect(control.info.holder).toBe(TWO);
    control.release(TWO);
    expect(control.info.holder).toBeNull();
    expect(() => control.handOver(TWO, ONE)).toThrow(/No page holds control/);
  });

  it('waits for the page that held it before the server was started anew', () => {
    control.resume({ id: ONE, number: 1, graceMs: 15_000 });
    control.join(TWO, 2);
    expect(control.info.holder).toBe(ONE);
    vi.advanceTimersByTime(14_000);
    control.join(ONE, 1);
    vi.advanceTimersByTime(10_000);
    expect(control.info).toMatchObject({ holder: ONE, pages: [{ number: 1 }, { number: 2 }] });
  });

  it('remembers a bounded number of pages and says each change once', () => {
    for (let i = 0; i < 500; i += 1) control.join(`page-number-${i}`)();
    expect(control.info.pages.length).toBeLessThanOrEqual(2);
    const before = changes;
    control.admit(control.info.holder);
    expect(changes).toBe(before);
  });

  it('says nothing more once it is disposed of, whatever its pages do', () => {
    const leave = control.join(ONE);
    control[Symbol.dispose]();
    const before = changes;
    leave();
    control.join(TWO);
    vi.advanceTimersByTime(60_000);
    expect(changes).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('tells nobody of pages beyond those that it knows, and lets them act all the same', () => {
    for (let n = 0; n < 64; n += 1) control.join(`page-${String(n)}`);
    const before = changes;
    const leaves = Array.from({ length: 1_000 }, (_, n) => control.join(`late-${String(n)}`));
    expect(changes).toBe(before);
    expect(control.info.pages).toHaveLength(64);
    control.ask('late-999');
    expect(control.info).toMatchObject({ holder: 'page-0', requestedBy: 'late-999' });
    control.handOver('page-0', undefined);
    control.admit('late-999');
    expect(control.info.holder).toBe('late-999');
    expect(() => control.admit('late-1')).toThrow(/holds control/);
    for (const leave of leaves) leave();
    vi.advanceTimersByTime(6_000);
    expect(control.info.holder).toBeNull();
    expect(control.info.pages.length).toBeLessThanOrEqual(64);
  });
});
