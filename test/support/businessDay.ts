const hour = 3_600_000

/** Settings by which a business day of the event began some hours ago, and the date of that day; the event lasts two days more. */
export const businessDaySince = (hours: number) => {
  const thisHour = Math.floor(Date.now() / hour) * hour
  const began = new Date(thisHour - hours * hour).toISOString()
  const settings = {
    time_zone: "UTC",
    start_date: began,
    end_date: new Date(thisHour + 48 * hour).toISOString(),
    daily_end_time: began.slice(11, 19)
  }
  return { day: began.slice(0, 10), settings }
}
