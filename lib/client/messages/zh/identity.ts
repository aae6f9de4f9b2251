import type { identity as en } from '../en/identity.ts';
import type { Translated } from '../translated.ts';

export const identity: Translated<typeof en> = {
  menu: '你：{name}',
  noName: '还没有名字',
  noRole: '还没有角色',
  role: {
    viewer: '查看者',
    annotator: '标注员',
    adjudicator: '裁定员',
    researcher: '研究员',
    lead: '负责人',
    admin: '管理员',
  },
  everything: '{name}（全部权限）',
  otherName: '其他名字…',
  settings: '设置',
  signIn: '登录',
  signOut: '退出登录',
  signedOut: '已退出登录',
  signInAgain: '重新登录',
  downloadFailed: '下载失败：{why}',
  onlyFor: '仅限以下角色：{roles}。',
  refused: {
    visitor: '登录后才能看到此页',
    person: '此页不对 {name} 开放',
    roles: '它面向这些角色：{roles}。',
    askAdmin: '管理员在“设置 › 人员”中给予角色。',
    otherName: '档案的角色在“设置 › 档案”中；换一个名字有不同的角色。',
  },
};
