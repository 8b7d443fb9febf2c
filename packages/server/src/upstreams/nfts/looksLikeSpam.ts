/** Whether a text advertises rather than names: an address of the web, or words by which visitors are lured to one. SEC-96. */
export function looksLikeSpam(text: string): boolean {
  return (
    /(?:https?:|www\.|t\.me\/|\b[\p{L}\p{N}-]{2,}\.(?:com|net|org|io|xyz|app|top|site|online|live|pro|vip|cc|me|gift|claim|finance)\b)/iu.test(
      text,
    ) || /\b(?:claim|airdrop|reward|voucher|giveaway|visit|redeem|bonus)s?\b/iu.test(text)
  )
}
