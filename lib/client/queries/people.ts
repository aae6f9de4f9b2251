import { queryOptions } from '@tanstack/react-query';
import { peopleRoutes } from '../../contracts/rest-people.ts';
import { callApi } from '../api.ts';
import { peopleKeys } from './who.ts';

export function peopleQuery() {
  return queryOptions({
    queryKey: peopleKeys.list(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listPeople, {}, signal),
  });
}

export function invitesQuery() {
  return queryOptions({
    queryKey: peopleKeys.invites(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listInvites, {}, signal),
  });
}

export function tokensQuery() {
  return queryOptions({
    queryKey: peopleKeys.tokens(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listTokens, { query: {} }, signal),
  });
}

export function signInsQuery() {
  return queryOptions({
    queryKey: peopleKeys.signIns(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listSignIns, {}, signal),
  });
}

export function accessLogQuery() {
  return queryOptions({
    queryKey: peopleKeys.log(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listAccessLog, { query: {} }, signal),
  });
}
