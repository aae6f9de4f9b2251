import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Breakdown } from '../../contracts/annotation/agreement.ts';
import { agreementRoutes } from '../../contracts/annotation/rest-agreement.ts';
import { callApi } from '../api.ts';

/** Answers are kept by the server until a label changes: asking again is cheap. */
const FRESH_MS = 5_000;
/** While the page is seen; nothing is worked out anew where no label changed. */
const PROGRESS_EVERY_MS = 15_000;

export interface AgreementLook {
  readonly queue?: string;
  readonly scenario?: string;
  readonly version?: number;
  readonly tolerance: number;
}

export interface RatedLook {
  readonly which: 'disagree' | 'agree' | 'all';
  readonly first?: string;
  readonly second?: string;
  readonly value?: string;
  readonly against?: string;
  readonly limit: number;
}

const keys = {
  all: (project: string) => ['agreement', project] as const,
  progress: (project: string) => [...keys.all(project), 'progress'] as const,
};

const kept = { staleTime: FRESH_MS, placeholderData: keepPreviousData } as const;

export function agreementQuery(id: string, look: AgreementLook) {
  return queryOptions({
    queryKey: [...keys.all(id), 'overview', look],
    queryFn: ({ signal }) =>
      callApi(agreementRoutes.getAgreement, { params: { id }, query: { ...look } }, signal),
    ...kept,
  });
}

export function breakdownQuery(id: string, look: AgreementLook, measure: string, by: Breakdown) {
  return queryOptions({
    queryKey: [...keys.all(id), 'by', look, measure, by],
    queryFn: ({ signal }) =>
      callApi(agreementRoutes.getAgreementBy, { params: { id, by }, query: { ...look, measure } }, signal),
    ...kept,
  });
}

export function confusionQuery(
  id: string,
  look: AgreementLook,
  measure: string,
  people: { readonly first?: string; readonly second?: string },
) {
  return queryOptions({
    queryKey: [...keys.all(id), 'confusion', look, measure, people],
    queryFn: ({ signal }) =>
      callApi(
        agreementRoutes.getConfusion,
        { params: { id }, query: { ...look, measure, ...people } },
        signal,
      ),
    ...kept,
  });
}

export function ratedQuery(id: string, look: AgreementLook, measure: string, rated: RatedLook) {
  return queryOptions({
    queryKey: [...keys.all(id), 'rated', look, measure, rated],
    queryFn: ({ signal }) =>
      callApi(agreementRoutes.listRated, { params: { id }, query: { ...look, measure, ...rated } }, signal),
    ...kept,
  });
}

export function driftQuery(id: string, look: AgreementLook, measure: string, person: string | null) {
  return queryOptions({
    queryKey: [...keys.all(id), 'drift', look, measure, person],
    queryFn: ({ signal }) =>
      callApi(
        agreementRoutes.getDrift,
        { params: { id }, query: { ...look, measure, ...(person !== null && { person }) } },
        signal,
      ),
    ...kept,
  });
}

export function progressQuery(id: string) {
  return queryOptions({
    queryKey: keys.progress(id),
    queryFn: ({ signal }) => callApi(agreementRoutes.getProgress, { params: { id } }, signal),
    ...kept,
    refetchInterval: PROGRESS_EVERY_MS,
  });
}
