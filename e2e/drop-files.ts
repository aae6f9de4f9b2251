import type { Locator, Page } from 'playwright/test';

/** Drops files and folders of the disk on a part of the page, as the desktop does. */
export async function dropFiles(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('what is dropped on is not in sight');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}
