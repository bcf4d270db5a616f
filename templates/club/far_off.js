for (const each of document.querySelectorAll("time.due")) each.after(farOff(each.dateTime, Date.now()));
