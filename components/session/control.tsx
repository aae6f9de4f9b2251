'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { studioRoutes } from '../../lib/contracts/rest-studio.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { Strip } from '../ui/strip.tsx';
import { showToast } from '../ui/toast.ts';
import { controlState, type ControlState } from './control-state.ts';
import { useNow, wholeSeconds } from './countdown.tsx';

/** The server's: how long a holder has to answer. */
const ANSWER_WITHIN_MS = 10_000;

type ControlRequest =
  { readonly do: 'ask' | 'keep' | 'release' } | { readonly do: 'hand_over'; readonly to?: string };

interface ControlProps {
  readonly info: LiveSessionInfo;
  /** This page. */
  readonly page: string;
}

function useControlRequest(sessionId: string, onError?: (error: Error) => void) {
  return useMutation({
    // What was asked for while nothing was connected must not be sent later.
    networkMode: 'always',
    ...(onError !== undefined && { onError }),
    mutationFn: (body: ControlRequest) =>
      callApi(studioRoutes.controlSession, { params: { id: sessionId }, body }),
  });
}

/** One line over the panes about who acts; nothing while this page does and nobody asks. */
export function ControlStrip({ info, page }: ControlProps): ReactNode {
  const request = useControlRequest(info.id);
  if (page === '' || info.done) return null;
  return (
    <>
      <ControlLine state={controlState(info, page)} onRequest={request.mutate} />
      {request.isError ? (
        <Strip tone="err" role="alert">
          {t('live.control.failed', { reason: request.error.message })}
        </Strip>
      ) : null}
    </>
  );
}

interface LineProps {
  readonly state: ControlState;
  readonly onRequest: (request: ControlRequest) => void;
}

function ControlLine({ state, onRequest }: LineProps): ReactNode {
  switch (state.kind) {
    case 'client':
      return (
        <Strip tone="info" role="status">
          {t('live.control.client', { client: state.client })}
          <span className="font-normal">
            {' '}
            · {t('live.control.clientHint', { transport: state.transport })}
          </span>
        </Strip>
      );
    case 'other':
      return (
        <Strip
          tone="info"
          role="status"
          actions={
            state.askedAtMs === null ? (
              <Button size="sm" onClick={() => onRequest({ do: 'ask' })}>
                {t('live.control.ask')}
              </Button>
            ) : (
              <PassesIn askedAtMs={state.askedAtMs} />
            )
          }
        >
          {state.askedAtMs === null
            ? t('live.control.watching', { page: state.holder })
            : t('live.control.asked', { page: state.holder })}
        </Strip>
      );
    case 'free':
      return state.shared ? (
        <Strip
          tone="info"
          role="status"
          actions={
            <Button size="sm" onClick={() => onRequest({ do: 'ask' })}>
              {t('live.control.take')}
            </Button>
          }
        >
          {t('live.control.free')}
        </Strip>
      ) : null;
    case 'mine':
      return state.asking === null ? null : (
        <Strip
          tone="warn"
          role="alert"
          className="flex-wrap"
          actions={
            <>
              <PassesIn askedAtMs={state.askedAtMs} />
              <Button size="sm" variant="primary" onClick={() => onRequest({ do: 'hand_over' })}>
                {t('live.control.handOver')}
              </Button>
              <Button size="sm" onClick={() => onRequest({ do: 'keep' })}>
                {t('live.control.keep')}
              </Button>
            </>
          }
        >
          {t('live.control.asks', { page: state.asking.name })}
        </Strip>
      );
  }
}

/** Silent for screen readers: the line says how long it takes. */
function PassesIn({ askedAtMs }: { readonly askedAtMs: number }): ReactNode {
  const seconds = wholeSeconds(askedAtMs + ANSWER_WITHIN_MS - useNow());
  return (
    <span aria-hidden="true" className="font-normal whitespace-nowrap max-md:hidden">
      {t('live.control.passesIn', { seconds })}
    </span>
  );
}

/** In the header while this page acts and others watch: gives control away. */
export function ControlMenu({ info, page }: ControlProps): ReactNode {
  const request = useControlRequest(info.id, (error) =>
    showToast({ tone: 'err', text: t('live.control.failed', { reason: error.message }) }),
  );
  const state = controlState(info, page);
  if (state.kind !== 'mine' || state.others.length === 0 || info.done) return null;
  return (
    <Menu
      label={t('live.control.menu')}
      align="end"
      entries={[
        ...state.others.map(({ id, name }) => ({
          id,
          label: t('live.control.handOverTo', { page: name }),
          onSelect: () => request.mutate({ do: 'hand_over', to: id }),
        })),
        { kind: 'separator', id: 'separator' },
        {
          id: 'release',
          label: t('live.control.release'),
          onSelect: () => request.mutate({ do: 'release' }),
        },
      ]}
      trigger={(props) => (
        <Button size="sm" variant="ghost" {...props}>
          {t('live.control.mine')}
          <Icon name="down" className="size-3" />
        </Button>
      )}
    />
  );
}
