'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { useKey, useKeyLabel } from '../../lib/client/keys/index.ts';
import { t } from './messages.ts';
import type { VerifierKey } from '../../lib/client/queries/verifiers.ts';
import type { TaskVerifier } from '../../lib/contracts/workbench.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Strip } from '../ui/strip.tsx';
import { CodePane } from './code-pane.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { ResultsPane } from './results-pane.tsx';
import { useWorkbench } from './use-workbench.ts';

interface WorkbenchProps {
  readonly place: VerifierKey;
  readonly verifier: TaskVerifier;
  readonly base: string;
}

/** The draft at the left, what it says of the stored runs at the right. Mount with the place as key. */
export function Workbench({ place, verifier, base }: WorkbenchProps): ReactNode {
  const search = useSearchParams();
  const selected = search.get('run');
  const [pinned] = useState(selected);
  const bench = useWorkbench({ place, verifier, base, pinned });
  const saveKey = useKeyLabel('verifier.save');
  const { value, changed, before, asked, save } = bench;
  const canSave = changed && verifier.canSave;
  useKey('verifier.save', () => (canSave && !save.isPending ? save.mutate() : undefined));
  const { tries } = bench;
  useKey('verifier.try', () => bench.run(), { enabled: tries });
  const failedAt =
    asked.code === value ? (lineOf(bench.started.error) ?? bench.state?.summary.after.line ?? null) : null;
  // A finding links to a line of the verifier as it is saved.
  const marked = failedAt ?? (changed ? null : lineIn(search.get('line')));
  return (
    <>
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b bg-surface px-3 py-1.5">
        <span className="font-semibold">{place.key}</span>
        <span className="text-text-2">
          {t('verifiers.subtitle', { index: place.taskIdx, mode: t(`verifiers.${place.mode}`) })}
        </span>
        <ModeSwitch verifier={verifier} />
        <span className="min-w-0 flex-1 basis-40 truncate text-sm text-text-2" title={verifier.task}>
          {verifier.task}
        </span>
        <Button variant="ghost" disabled={!changed} onClick={bench.discard}>
          {t('verifiers.discard')}
        </Button>
        <Button busy={bench.patch.isPending} onClick={() => bench.patch.mutate()}>
          {t('verifiers.patch')}
        </Button>
        <Button
          variant="primary"
          disabled={!canSave || save.isPending}
          busy={save.isPending}
          title={verifier.canSave ? undefined : t('verifiers.noSaving')}
          onClick={() => save.mutate()}
          aria-keyshortcuts={saveKey?.aria}
        >
          {save.isPending ? t('verifiers.saving') : t('verifiers.save', { version: verifier.next })}
          {saveKey === null ? null : <Kbd>{saveKey.shown}</Kbd>}
        </Button>
      </header>
      {verifier.recheck === null ? null : (
        <Recheck verifier={verifier} version={verifier.recheck.version} onUse={bench.use.mutate} />
      )}
      <div className="grid min-h-0 flex-1 bg-surface min-[900px]:grid-cols-2 min-[900px]:grid-rows-[minmax(0,1fr)] max-[899px]:overflow-y-auto">
        <CodePane
          place={place}
          verifier={verifier}
          before={before}
          value={value}
          changed={changed}
          highlight={marked === null ? null : { from: marked, to: marked }}
          onChange={bench.change}
          onRun={(code) => (tries ? bench.run({ code }) : undefined)}
          onCompare={bench.compare}
          onUse={(version) => bench.use.mutate(version)}
          onOpen={(version) => void bench.open(version)}
        />
        <ResultsPane
          place={place}
          tryId={bench.tryId}
          state={bench.state}
          problem={bench.problem}
          before={asked.before}
          afterVersion={changed ? null : verifier.inUse}
          pinned={pinned}
          selected={selected}
          starting={bench.starting}
          onRun={tries ? () => bench.run() : null}
          onCancel={bench.cancel}
          judge={
            verifier.hasJudge && tries ? { asked: asked.judge, ask: (judge) => bench.run({ judge }) } : null
          }
        />
      </div>
    </>
  );
}

function Recheck(props: {
  readonly verifier: TaskVerifier;
  readonly version: number;
  readonly onUse: (version: number) => void;
}): ReactNode {
  const { verifier, version, onUse } = props;
  return (
    <Strip
      tone="warn"
      actions={
        verifier.canSave ? (
          <>
            <Button size="sm" onClick={() => onUse(version)}>
              {t('verifiers.useAgain', { version })}
            </Button>
            <Button size="sm" onClick={() => onUse(verifier.packVersion)}>
              {t('verifiers.keepPack')}
            </Button>
          </>
        ) : undefined
      }
    >
      {t('verifiers.recheckText', { version })}
    </Strip>
  );
}

/** Where the server says that the draft does not load. */
function lineIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

function lineOf(error: Error | null): number | null {
  const line = error instanceof ApiError ? error.details['line'] : undefined;
  return typeof line === 'number' ? line : null;
}
