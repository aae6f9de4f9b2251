import type { person as en } from '../en/person.ts';
import type { Translated } from '../translated.ts';

export const person: Translated<typeof en> = {
  title: '你',
  name: '你的名字',
  hint: '它会署在你的笔记、标注和状态上。没有人核对它。',
  refused: '此浏览器不保存任何内容：名字只在本页有效。',
  first: '请先填写名字：它会署在你写的内容上。',
};
