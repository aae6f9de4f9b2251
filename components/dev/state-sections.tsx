'use client';

import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Strip } from '../ui/strip.tsx';
import { showToast } from '../ui/toast.ts';
import { Section, Specimen } from './section.tsx';

export function FeedbackSection(): ReactNode {
  return (
    <Section name="feedback" title="Toast" note="bottom left, 6 s, never for errors of a field">
      <Specimen name="Show">
        <Button
          onClick={() =>
            showToast({
              tone: 'ok',
              text: 'Forked at step 3 as session 2',
              action: { label: 'Open', onClick: () => undefined },
            })
          }
        >
          Done
        </Button>
        <Button
          onClick={() =>
            showToast({
              tone: 'err',
              text: 'Verify failed: no reply in 30 s',
              action: { label: 'Retry', onClick: () => undefined },
            })
          }
        >
          Failed
        </Button>
        <Button onClick={() => showToast({ tone: 'info', text: 'Copied as Python' })}>Note</Button>
      </Specimen>
      <h3 className="mt-4 mb-2 font-semibold text-sm">Progress</h3>
      <Progress label="Replaying verifier" value={5} max={8} text="5 of 8 snapshots" />
      <Progress label="Starting banking_fintech_2" value={null} text="2.1 s" className="mt-3" />
      <p className="mt-1 text-text-3 text-xs">
        Unknown length: the bar moves; with reduced motion it stands still.
      </p>
    </Section>
  );
}

export function StateSections(): ReactNode {
  return (
    <>
      <Section name="empty" title="Empty">
        <Notice
          className="-mx-4 -mt-4"
          title="Nothing changed in step 2"
          actions={
            <>
              <Button size="sm">
                Go to step 3 <Kbd>j</Kbd>
              </Button>
              <Button size="sm" variant="ghost">
                Since start
              </Button>
            </>
          }
        >
          list_staking_pools only read. The last write before it is the seed; the next is step 3.
        </Notice>
      </Section>
      <Section name="error" title="Error">
        <Notice
          className="-mx-4 -mt-4"
          tone="err"
          title="The environment did not start"
          actions={
            <>
              <Button size="sm">Try again</Button>
              <Button size="sm" variant="ghost">
                Open server.log
              </Button>
            </>
          }
        >
          banking_fintech_2 gave no answer on its port within 30 s, three times. Your draft is kept.
        </Notice>
      </Section>
      <Section name="loading" title="Loading" note="after 300 ms, says what it waits for">
        <SkeletonRows what="staking_positions at step 7" />
      </Section>
      <Section name="lost" title="Lost connection">
        <Strip tone="warn" actions={<Button size="sm">Now</Button>}>
          Offline for 8 s, retry in 4 s
        </Strip>
        <p className="mt-2 text-sm text-text-2">
          The session runs on in the server. Steps cannot be sent; past steps stay readable. Draft saved
          16:38.
        </p>
        <Strip tone="accent" className="mt-2" actions={<Button size="sm">Back to live</Button>}>
          Viewing step 4 of 9
        </Strip>
      </Section>
    </>
  );
}
