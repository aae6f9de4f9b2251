import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { tablesQuery } from '../../lib/client/queries/evidence.ts';
import { sessionToolsQuery } from '../../lib/client/queries/sessions.ts';
import { stepName } from '../../lib/client/step-name.ts';
import { t } from '../../lib/client/messages/index.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { firstLine } from '../../lib/domain/tool-text.ts';
import { urlWith } from '../layout/url-link.tsx';
import { type PaletteItem, usePaletteItems } from './items.ts';

interface StepPlaces {
  readonly recordId: string | null;
  /** The state looked at. */
  readonly seq: number;
  readonly steps: readonly LiveStep[];
}

interface SessionPlaces extends StepPlaces {
  readonly sessionId: string;
}

/** A session's tools, steps and tables in the palette: as far as the page has read them. */
export function useSessionPalette(places: SessionPlaces): void {
  const client = useQueryClient();
  useStepPalette(places);
  usePaletteItems(() => toolItems(client, places));
}

/** An episode's steps and tables, for pages where nothing can be called. */
export function useStepPalette(places: StepPlaces): void {
  const client = useQueryClient();
  usePaletteItems(() => [...stepItems(places.steps), ...tableItems(client, places)]);
}

function toolItems(client: QueryClient, { sessionId, recordId }: SessionPlaces): readonly PaletteItem[] {
  const { tools = [] } = client.getQueryData(sessionToolsQuery(sessionId, recordId).queryKey) ?? {};
  return tools.map(({ name, description }) => ({
    id: `tool/${name}`,
    group: 'tools',
    text: name,
    mono: true,
    detail: firstLine(description),
    href: here({ tool: name }),
  }));
}

/** Newest first: what was just done is looked for most. */
function stepItems(steps: readonly LiveStep[]): readonly PaletteItem[] {
  return steps.toReversed().map((step) => ({
    id: `step/${String(step.seq)}`,
    group: 'steps',
    text: t('palette.step', { seq: step.seq, name: stepName(step) }),
    detail: t(step.wrote ? 'steps.wrote' : 'steps.read'),
    icon: 'history',
    href: here({ step: String(step.seq) }),
  }));
}

function tableItems(client: QueryClient, { recordId, seq }: StepPlaces): readonly PaletteItem[] {
  const answer = recordId === null ? undefined : client.getQueryData(tablesQuery(recordId, seq).queryKey);
  if (answer?.state !== 'ok') return [];
  return answer.tables.map(({ name, rows }) => ({
    id: `table/${name}`,
    group: 'tables',
    text: name,
    mono: true,
    detail: rows === null ? '' : t('palette.rows', { count: rows }),
    icon: 'table',
    href: here({ tab: 'tables', table: name, row: null, offset: null, q: null, sort: null }),
  }));
}

/** This page with other parameters. */
function here(set: Readonly<Record<string, string | null>>): string {
  return urlWith(window.location.search, set);
}
