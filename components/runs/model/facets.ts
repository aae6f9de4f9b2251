import { type MessageKey, t } from '../messages.ts';
import { endReasonSchema } from '../../../lib/contracts/live.ts';
import { labelOutcomeSchema, originSchema, SUSPICIONS } from '../../../lib/contracts/runs.ts';
import { NONE, REWARD_CLASSES, UNKNOWN } from '../../../lib/domain/run-filter/index.ts';
import { verdictLook } from '../../ui/verdict-look.ts';

/** Titles of the fields that the library counts; another field goes by its own name. */
const TITLES: Readonly<Partial<Record<string, MessageKey>>> = {
  experiment: 'runs.columns.experimentAlone',
  actor: 'runs.columns.actor',
  policy: 'runs.columns.policy',
  scenario: 'runs.columns.scenario',
  reward: 'runs.columns.reward',
  code: 'runs.columns.code',
  sql: 'runs.columns.sql',
  label: 'runs.columns.label',
  agreement: 'runs.facet.agreement',
  collateral: 'runs.columns.collateral',
  suspicion: 'runs.columns.suspicions',
  origin: 'runs.columns.origin',
  end: 'runs.columns.ended',
  tag: 'runs.columns.tags',
};

export function facetTitle(field: string): string {
  const key = TITLES[field];
  return key === undefined ? field : t(key);
}

export interface FacetValue {
  readonly label: string;
  readonly glyph: string | null;
  readonly tone: 'ok' | 'warn' | 'err' | null;
}

const LABEL_GLYPHS = {
  complete: ['✓', 'ok'],
  incomplete: ['!', 'warn'],
  agent_error: ['✕', 'err'],
  server_error: ['✕', 'err'],
} as const;

const ACTORS: Readonly<Partial<Record<string, MessageKey>>> = {
  agent: 'sessions.actors.agent',
  human: 'sessions.actors.human',
  unnamed: 'sessions.actors.client',
};

/** How a value of a facet is shown: in words where they are the studio's, else as it is. */
export function facetValue(field: string, value: string): FacetValue {
  const said = (label: string): FacetValue => ({ label, glyph: null, tone: null });
  switch (field) {
    case 'code':
    case 'sql': {
      if (value === NONE) return said(t('runs.noVerdict'));
      const { glyph, tone } = verdictLook(value);
      return { label: value, glyph, tone };
    }
    case 'label': {
      const outcome = labelOutcomeSchema.safeParse(value).data;
      if (outcome === undefined) return said(t(value === 'mixed' ? 'runs.labels.mixed' : 'runs.labels.none'));
      const [glyph, tone] = LABEL_GLYPHS[outcome];
      return { label: t(`runs.labels.${outcome}`), glyph, tone };
    }
    case 'agreement':
      if (value === 'agree') return { label: t('runs.agrees.yes'), glyph: '=', tone: null };
      if (value === 'disagree') return { label: t('runs.agrees.no'), glyph: '≠', tone: 'err' };
      return said(t('runs.agrees.unknown'));
    case 'suspicion': {
      const kind = SUSPICIONS.find((known) => known === value);
      return said(kind === undefined ? t('runs.facet.unsuspected') : t(`runs.suspicions.${kind}.short`));
    }
    case 'origin': {
      const origin = originSchema.safeParse(value).data;
      return said(origin === undefined ? value : t(`runs.origins.${origin}`));
    }
    case 'reward': {
      const kind = REWARD_CLASSES.find((known) => known === value);
      return said(kind === undefined ? value : t(`runs.rewards.${kind}`));
    }
    case 'collateral':
      return said(
        t(value === NONE ? 'runs.facet.noRows' : value === UNKNOWN ? 'runs.unknown' : 'runs.facet.otherRows'),
      );
    case 'actor': {
      const key = ACTORS[value];
      return said(key === undefined ? value : t(key));
    }
    case 'end': {
      const end = endReasonSchema.safeParse(value).data;
      return said(end === undefined ? t('runs.running') : t(`runs.ends.${end}`));
    }
    default:
      return said(value === NONE ? t('runs.facet.none') : value);
  }
}
