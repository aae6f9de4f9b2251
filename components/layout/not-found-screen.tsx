'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from './page.tsx';

export function NotFoundScreen(): ReactNode {
  return (
    <Page crumbs={[{ label: t('common.missingTitle') }]}>
      <Notice
        title={t('common.missingTitle')}
        actions={
          <Link href="/" className={buttonClass()}>
            {t('common.missingGo')}
          </Link>
        }
      >
        {t('common.missingBody')}
      </Notice>
    </Page>
  );
}
