/**
 * The look of the host's buttons: a small part of the modal's tokens, in one text because it loads with the host's page.
 * The three inputs (`--latchkey-accent`, `-radius`, `-font`) and the meaning tokens work here as they do in the modal.
 */
export const SHEET = `
:host{display:inline-block;vertical-align:middle;max-inline-size:100%}
:host([hidden]){display:none}
button{
--a:var(--latchkey-accent,#4757f5);--f:var(--latchkey-accent-fill,var(--a));--o:var(--latchkey-on-accent,#fff);--w:#f2bf5e;--p:#37383d;--s:#212226;--h:#2c2d31;--i:#f9f9fb;
position:relative;display:inline-flex;align-items:center;justify-content:center;gap:8px;box-sizing:border-box;max-inline-size:100%;margin:0;block-size:40px;padding:0 16px;border:0;border-radius:999px;
font:600 14px/1.4 var(--latchkey-font,-apple-system,BlinkMacSystemFont,"Segoe UI",Inter,Roboto,system-ui,"Noto Sans","Noto Sans Arabic",sans-serif);font-variant-numeric:tabular-nums;white-space:nowrap;
background:var(--latchkey-surface-raised,var(--s));color:var(--latchkey-ink,var(--i));cursor:pointer;transition:transform .15s;-webkit-tap-highlight-color:transparent}
@supports (color:color(from red xyz-d65 x y z)){
button{--d:clamp(0,(.4 - l)*999,1);--f:var(--latchkey-accent-fill,oklch(from var(--a) calc(max(l,.54)*(1 - var(--d)) + .94*var(--d)) calc(c*(1 - .6*var(--d))) h));
--k:clamp(0,(.182 - y)*99999,1);--o:var(--latchkey-on-accent,color(from var(--f) xyz-d65 calc(.0014 + .949*var(--k)) calc(.0015 + .9985*var(--k)) calc(.0018 + 1.087*var(--k))))}
button[data-theme=light]{--f:var(--latchkey-accent-fill,var(--a))}
}
button[data-theme=light]{--s:#f3f3f6;--h:#ebebef;--p:#fff;--i:#17181b;--w:#8a5700}
button::after{content:"";position:absolute;inset:-2px 0}
button:hover{background:var(--latchkey-surface-hover,var(--h))}
button:active{transform:scale(.98)}
button:focus-visible{outline:2px solid var(--latchkey-focus,Highlight);outline-offset:2px}
button:disabled{opacity:.6;cursor:default;transform:none}
.sm{block-size:32px;padding-inline:12px}
.sm::after{inset-block:-6px}
.main,.main:hover{background:var(--f);color:var(--o)}
.main:hover{filter:brightness(.92)}
.account{padding-inline:14px 4px;gap:10px}
.account.bare{padding-inline-start:4px}
.account.sm{padding-inline-end:2px}
.who{display:inline-flex;align-items:center;gap:8px;min-inline-size:0;block-size:32px;padding-inline:4px 12px;border-radius:inherit;background:var(--latchkey-surface-press,var(--p))}
.sm .who{block-size:28px}
.has-pic{padding-inline-start:8px}
.warning,.warning:hover{background:color-mix(in oklab,var(--latchkey-warn,var(--w)) 15%,var(--latchkey-surface,var(--s)));color:var(--latchkey-warn,var(--w))}
.pic{position:relative;flex:none;display:grid;place-items:center;overflow:hidden;inline-size:24px;block-size:24px;border-radius:50%;background:var(--latchkey-surface-hover,var(--h));font-size:12px}
.pic img{position:absolute;inset:0;inline-size:100%;block-size:100%;object-fit:cover}
.text{overflow:hidden;text-overflow:ellipsis}
.bone{inline-size:52px;block-size:12px;border-radius:6px;background:var(--latchkey-surface-press,var(--p));animation:b 1.6s ease-in-out infinite}
.spin{inline-size:14px;block-size:14px;border-radius:50%;border:2px solid color-mix(in srgb,currentColor 25%,transparent);border-block-start-color:currentColor;animation:t .8s linear infinite}
svg{flex:none;inline-size:20px;block-size:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.network svg{inline-size:16px;block-size:16px;stroke-width:2;opacity:.7;margin-inline:-2px -4px}
@keyframes t{to{transform:rotate(1turn)}}
@keyframes b{50%{opacity:.45}}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media (forced-colors:active){button{border:1px solid ButtonText}.spin{border-color:ButtonText}}
@media (prefers-color-scheme:light){button[data-theme=system]{--s:#f3f3f6;--h:#ebebef;--p:#fff;--i:#17181b;--w:#8a5700;--f:var(--latchkey-accent-fill,var(--a))}}
`
