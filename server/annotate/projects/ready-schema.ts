import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';

type Words = Readonly<Record<'en' | 'zh', string>>;
type Language = keyof Words;

const OUTCOMES = [
  ['complete', { en: 'Complete', zh: '完成' }, '1.1'],
  ['incomplete', { en: 'Incomplete', zh: '未完成' }, '1.2'],
  ['agent_error', { en: 'Agent error', zh: '智能体错误' }, '1.3'],
  ['server_error', { en: 'Server error', zh: '服务器错误' }, '1.4'],
] as const satisfies readonly (readonly [LabelSchemaDoc['outcomes'][number]['means'], Words, string])[];

const TAGS = [
  ['missed_constraint', 'm', { en: 'Missed constraint', zh: '漏掉约束' }, '2.1', 'major'],
  ['wrong_argument', 'a', { en: 'Wrong argument', zh: '参数错误' }, '4.1', 'major'],
  ['broken_tool', 'b', { en: 'Tool is broken', zh: '工具有故障' }, '4.5', 'major'],
  ['wrong_entity', 'e', { en: 'Wrong entity', zh: '对象错误' }, '2.2', 'critical'],
  ['unneeded_write', 'w', { en: 'Unneeded write', zh: '多余的写入' }, '4.2', 'major'],
  ['gave_up', 'g', { en: 'Gave up early', zh: '过早放弃' }, '4.3', 'major'],
  ['false_claim', 'f', { en: 'False claim', zh: '不实陈述' }, '4.4', 'critical'],
  ['ambiguous_task', 'q', { en: 'Task is ambiguous', zh: '任务有歧义' }, '2.4', 'minor'],
] as const satisfies readonly (readonly [
  string,
  string,
  Words,
  string,
  LabelSchemaDoc['tags'][number]['severity'],
])[];

const CONFIDENCE = [
  ['low', { en: 'Low', zh: '低' }],
  ['medium', { en: 'Medium', zh: '中' }],
  ['high', { en: 'High', zh: '高' }],
] as const;

/** For runs of Agent World Model scenarios: what a new project begins with. */
export function readySchema(language: Language): LabelSchemaDoc {
  return {
    outcomes: OUTCOMES.map(([value, words, section]) => ({
      value,
      label: words[language],
      means: value,
      section,
      example: '',
    })),
    steps: 'optional',
    firstError: true,
    tags: TAGS.map(([value, key, words, section, severity]) => ({
      value,
      label: words[language],
      key,
      section,
      example: '',
      severity,
    })),
    firstTagIsCause: true,
    confidence: CONFIDENCE.map(([value, words]) => ({ value, label: words[language] })),
    rationale: 'optional',
    fields: [],
    preference: {
      question: language === 'zh' ? '哪次运行更好？' : 'Which run is better?',
      allowTie: true,
    },
  };
}
