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

/**
 * The sections with what was proposed at the end of the section that it is of, or else as a new one; `at`: where it stands. What stands
 * there already is not added again: then they are the same sections.
 */
export function withProposal(
  sections: readonly GuidelineSection[],
  number: string | null,
  text: string,
  title: string,
): { readonly sections: readonly GuidelineSection[]; readonly at: number } {
  const at = sections.findIndex((section) => section.number === number);
  const there = at === -1 ? sections.findIndex(({ body }) => says(body, text)) : at;
  if (says(sections[there]?.body ?? '', text)) return { sections, at: there };
  if (at === -1) {
    const added = { number: nextNumber(sections), title, body: text, examples: [] };
    return { sections: [...sections, added], at: sections.length };
  }
  const joined = ({ body }: GuidelineSection) => (body === '' ? text : `${body}\n\n${text}`);
  return {
    sections: sections.map((section, place) =>
      place === at ? { ...section, body: joined(section) } : section,
    ),
    at,
  };
}

/** As paragraphs of its own. */
function says(body: string, text: string): boolean {
  return `\n\n${body}\n\n`.includes(`\n\n${text}\n\n`);
}
