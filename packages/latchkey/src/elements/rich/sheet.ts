/** What account, network and warning buttons add to the plain one. */
export const RICH_SHEET = `
.account,.network,.warning{--s:#212226;--h:#2c2d31;--p:#37383d;--i:#f9f9fb;--w:#f2bf5e;background:var(--latchkey-surface-raised,var(--s)) border-box;color:var(--latchkey-ink,var(--i))}
[data-theme=light]{--s:#f3f3f6;--h:#ebebef;--p:#fff;--i:#17181b;--w:#8a5700}
@media (prefers-color-scheme:light){[data-theme=system]{--s:#f3f3f6;--h:#ebebef;--p:#fff;--i:#17181b;--w:#8a5700}}
.account:hover,.network:hover{filter:none;background-color:var(--latchkey-surface-hover,var(--h))}
.account{padding-inline:14px 3px;gap:10px}
.account.bare{padding-inline-start:3px}
.who{display:inline-flex;align-items:center;gap:8px;min-inline-size:0;block-size:32px;padding-inline:4px 12px;border-radius:999px;background:var(--latchkey-surface-press,var(--p))}
.sm .who{block-size:26px}
.has-pic{padding-inline-start:8px}
.has-pic.sm{padding-inline-start:4px}
.warning,.warning:hover{background:color-mix(in oklab,var(--latchkey-warn,var(--w)) 15%,var(--latchkey-surface,var(--s)));color:var(--latchkey-warn,var(--w))}
.pic{position:relative;flex:none;display:grid;place-items:center;overflow:hidden;inline-size:24px;block-size:24px;border-radius:50%;background:var(--latchkey-surface-hover,var(--h));font-size:12px}
.sm .pic{inline-size:20px;block-size:20px}
.pic img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:cover}
.text{overflow:hidden;text-overflow:ellipsis}
.bone{inline-size:52px;block-size:12px;border-radius:6px;background:var(--latchkey-surface-press,var(--p));animation:b 1.6s ease-in-out infinite}
svg{flex:none;inline-size:20px;block-size:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.network svg{inline-size:16px;block-size:16px;stroke-width:2;opacity:.7;margin-inline:-2px -4px}
@keyframes b{50%{opacity:.45}}
`
