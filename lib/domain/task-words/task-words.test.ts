import { describe, expect, it } from 'vitest';
import { isNamed, namedIn, namedInTask, readTask } from './task-words.ts';

const TASK =
  "Reschedule my currently confirmed 'vaccine_visit' appointment for my cat 'Milo' from its current date to the next available afternoon slot (after 2:00 PM) with the same clinic and appointment_type, for at most $1,200.50, box HIL-00016, by order of Dr. Feline.";
const words = readTask(TASK);

const found = (text: string): readonly string[] =>
  namedIn(text, words).map(({ start, end }) => text.slice(start, end));

describe('words that a task names', () => {
  it('are found in values: quoted texts, names, codes', () => {
    expect(found('Milo is here, milo too, Milos is not')).toEqual(['Milo', 'milo']);
    expect(found('vaccine_visit')).toEqual(['vaccine_visit']);
    expect(found('in box HIL-00016 by Feline')).toEqual(['HIL-00016', 'Feline']);
  });

  it('are times and amounts as apps spell them', () => {
    expect(found('2026-12-02T14:00:00')).toEqual(['14:00']);
    expect(found('2026-12-02 14:00')).toEqual(['14:00']);
    expect(found('total 1200.5 of 1200.50')).toEqual(['1200.5', '1200.50']);
  });

  it('are plain words where a whole value is one of them, not within sentences', () => {
    expect(found('confirmed')).toEqual(['confirmed']);
    expect(found('it was confirmed there')).toEqual([]);
  });

  it('are names of columns and arguments by their parts', () => {
    expect(
      ['clinic_id', 'appointmentType', 'start_datetime', 'clinics'].filter((name) => isNamed(name, words)),
    ).toEqual(['clinic_id', 'appointmentType', 'start_datetime', 'clinics']);
    expect(['id', 'pet_id', 'created_at', 'same_id'].filter((name) => isNamed(name, words))).toEqual([]);
  });

  it('are pointed out in the task where the app has them', () => {
    const spans = namedInTask(TASK, words, ['clinic_id', 'start_datetime', 'colour']);
    const texts = spans.map(({ start, end }) => TASK.slice(start, end));
    expect(texts).toContain('clinic');
    expect(texts).toContain('date');
    expect(texts).toContain('Milo');
    expect(texts).toContain('2:00 PM');
    expect(texts).not.toContain('slot');
    expect(spans.every((span, index) => index === 0 || span.start >= (spans[index - 1]?.end ?? 0))).toBe(
      true,
    );
  });

  it('are none in an empty task', () => {
    const none = readTask('');
    expect(namedIn('anything at all', none)).toEqual([]);
    expect(isNamed('anything', none)).toBe(false);
  });
});
