import type { GuidelineSection, GuidelinesDoc } from '../../../lib/contracts/annotation/label-schema.ts';

/** Guidelines as one text, for reading and comparing. */
export function guidelinesText({ sections }: GuidelinesDoc): string {
  return sections
    .map(({ number, title, body, examples }) =>
      [`${number} ${title}`, body, ...examples.map((example) => `- ${example}`)].join('\n'),
    )
    .join('\n\n');
}

/** Numbers of sections that say something else by now, or are gone. */
export function changedSections(was: GuidelinesDoc, now: GuidelinesDoc): readonly string[] {
  const words = ({ title, body, examples }: GuidelineSection) => JSON.stringify([title, body, examples]);
  const by = new Map(now.sections.map((section) => [section.number, words(section)]));
  return was.sections
    .filter((section) => by.get(section.number) !== words(section))
    .map(({ number }) => number);
}

/** The number after the last one of its chapter. */
export function nextNumber(sections: readonly GuidelineSection[]): string {
  const parts = (sections.at(-1)?.number ?? '1.0').split('.').map(Number);
  const last = parts.pop() ?? 0;
  const taken = new Set(sections.map(({ number }) => number));
  for (let n = last + 1; ; n += 1) {
    const number = [...parts, n].join('.');
    if (!taken.has(number)) return number;
  }
}
