import type { GuidelinesDoc, GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import { CHINESE } from './ready-guidelines-zh.ts';
import type { ReadySection } from './types.ts';

const ENGLISH: readonly ReadySection[] = [
  [
    '1.1',
    'Complete',
    'Everything that the task asks for is in the final state of the app, and nothing that it does not ask for.\n\n**Judge by the rows, not by the words:** open Changes from the start to the end. Where the task asks a question, the final answer must be right too.',
    ['The task asks to move a visit; the visit has its new time, the same clinic, and no other row differs.'],
  ],
  [
    '1.2',
    'Incomplete',
    'A part of the task is not done, or is done otherwise than it says, and nothing else is harmed. One missed part of many is enough.',
    [
      'Three of four items are in the cart.',
      'The visit was moved to the right day, before the hour that the task names.',
    ],
  ],
  [
    '1.3',
    'Agent error',
    'The agent did harm or acted against the task: it changed or removed what it should not have, or ended in a state that someone must repair.',
    ['A second booking was made and the first one stayed.'],
  ],
  [
    '1.4',
    'Server error',
    'The app made the task impossible: a tool that fails whatever it is given, a missing tool, or data that the task needs and that is not there. The agent must have tried what could be tried.',
    ['Every call of the only booking tool answers HTTP 500.'],
  ],
  [
    '2.1',
    'Constraints',
    'List every constraint of the task before you look at the steps: who, what, when, where, how many, and what must stay as it is. A constraint that the final state breaks is **Missed constraint**, however close it came.',
    [],
  ],
  [
    '2.2',
    'Which entity',
    'Names can be shared. The right row is the one that all words of the task fit, not the first that one word fits. The right change of the wrong row is **Wrong entity**.',
    ['Two pets are called Milo; the task says “my cat”.'],
  ],
  [
    '2.3',
    'Time bounds',
    '“After 2:00 PM” excludes 2:00 PM unless the task says “from”. If the text can be read both ways, label what it says and add **Task is ambiguous**.',
    ['“By Friday” includes Friday.', '“Within 7 days” counts from the day of the run.'],
  ],
  [
    '2.4',
    'Ambiguity',
    'Where two readings are fair and the agent took one of them, judge by that reading and add **Task is ambiguous**. It is not ambiguous only because the agent misread it.',
    [],
  ],
  [
    '3.1',
    'Marks of steps',
    '**+1**: the step brings the task nearer, or reads what is needed. **0**: it changes nothing for better or worse, as a look that was not needed. **−1**: it is wrong or does harm, judged by what the agent knew then.\n\nA good step after a bad one is still +1.',
    ['Reading the same list twice is 0.', 'Repairing one’s own mistake is +1; the mistake stays −1.'],
  ],
  [
    '3.2',
    'First error',
    'The first step after which the run would have ended wrong if nobody had corrected it. A failed call that the agent mends at once is −1 or 0 and not the first error.',
    [],
  ],
  [
    '3.3',
    'Failed calls',
    'A call that fails because of its arguments is −1; where the tool’s description misleads, it is 0. A first try to learn how a tool behaves is 0 where it cannot do harm.',
    [],
  ],
  [
    '4.1',
    'Wrong argument',
    'The tool is right and a value is not: a wrong id, unit, date or spelling. Say in the rationale which value and what it should have been.',
    [],
  ],
  [
    '4.2',
    'Unneeded writes',
    'Rows that the task does not ask for, even where they do no harm. Times of reading and counters that the app keeps by itself do not count.',
    ['A note that nobody asked for was added to the booking.'],
  ],
  [
    '4.3',
    'Giving up',
    'The agent stopped, asked back or said that it cannot be done while a tool for it was there.',
    [],
  ],
  [
    '4.4',
    'False claims',
    'The final answer says what the state does not show. Cite the cell that shows otherwise.',
    ['“The next available slot” where no other slot was looked at.'],
  ],
  [
    '4.5',
    'Broken tools',
    'The tool fails on right arguments, or answers otherwise than its description says. Compare with the Response and the log; a tool that refuses wrong arguments is not broken.',
    [],
  ],
];

/** Rules that fit the ready schema; a project makes them its own. */
export function readyGuidelines(language: 'en' | 'zh'): GuidelinesDoc {
  const sections = language === 'zh' ? CHINESE : ENGLISH;
  return {
    sections: sections.map(([number, title, body, examples]): GuidelineSection => ({
      number,
      title,
      body,
      examples: [...examples],
    })),
  };
}
