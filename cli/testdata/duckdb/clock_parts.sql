-- pivot visits.csv --rows 'isoweek(visit),weekday(visit),day(visit),hour(visit),minute(visit),time(visit)' --values 'sum(people),count()' --totals none
select week(visit), isodow(visit), day(visit), hour(visit), minute(visit), visit::time, sum(people), count(*)
from visits
group by all
order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, 6 nulls last
