'use client';

import { NavLink } from './nav-link.tsx';
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
          <NavLink href="/" className={buttonClass()}>
            {t('common.missingGo')}
          </NavLink>
        }
      >
        {t('common.missingBody')}
      </Notice>
    </Page>
  );
}
